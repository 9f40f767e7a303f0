// English.
export default {
  'play': 'Play', 'analyse': 'Analyse', 'review': 'Review', 'practice': 'Practice', 'sequence': 'Sequence', 'exact': 'Exact',
  'more': 'More', 'views': 'Views', 'settings': 'Settings', 'rules': 'Rules', 'close': 'Close', 'skip': 'To the board',

  'slides': 'Slides', 'slide.U': 'slide up', 'slide.R': 'slide right', 'slide.D': 'slide down', 'slide.L': 'slide left',
  'U': 'Up', 'R': 'Right', 'D': 'Down', 'L': 'Left', 'u': 'up', 'r': 'right', 'd': 'down', 'l': 'left',

  'board': 'Board', 'board.row': 'row {row}: {tiles}', 'board.empty': 'empty', 'board.cell': 'row {row}, column {col}',
  'next': 'Next', 'next.one': 'Next: one of', 'next.of': 'Next tile: {tiles}', 'enters': 'Enters', 'entered': 'Entered', 'or': ' or ',
  'deck': 'Left in deck', 'deck.of': 'Left in the deck: {ones} {ones:one|ones}, {twos} {twos:two|twos}, {threes} {threes:three|threes}', 'deck.unknown': 'one of {count}',
  'score': 'Score', 'best': 'best', 'best.score': 'best {score}', 'slide.number': 'Slide',

  'undo': 'Undo', 'redo': 'Redo', 'advice': 'Advice', 'new': 'New game', 'play on': 'Play on', 'pause': 'Pause', 'auto': 'Let trey play',
  'speed': 'Speed, slides a second', 'per second': '{n} {n:slide/s|slides/s}', 'per second.brief': '{n}/s',

  'verdict': '{slide}, by {points} {points:point|points}', 'verdict.value': '{slide}, ahead by {points}', 'verdict.only': '{slide}: the only slide', 'verdict.equal': '{slide}, as good as {other}',
  'ahead': '{n} {n:slide|slides} ahead', 'ahead.more': '{n} {n:slide|slides} ahead, still searching', 'ahead.brief': '{n} ahead', 'ahead.exact': 'followed to the end',
  'slide': 'Slide', 'because': 'Because', 'expect': 'Score to expect', 'expect.rest': 'Points to come', 'value': 'Value', 'line': 'Likely line', 'odds': 'Odds from here',
  'thinking': 'Thinking …', 'less than': '< 1 %', 'more than': '> 99 %',

  'fact.merge': 'makes a {tile}', 'fact.merges': '{n} merges, a {tile} the largest', 'fact.no-merge': 'no merge',
  'fact.keeps-corner': 'keeps the corner', 'fact.leaves-corner': 'leaves the corner', 'fact.into-corner': '{tile} into the corner',
  'fact.parts': 'parts the large tiles', 'fact.chain': '{n} large tiles in a row', 'fact.shuts': 'shuts in a {tile}', 'fact.frees': 'frees a small tile',
  'fact.over': 'may end the game: {percent}', 'fact.stuck': 'may leave one slide: {percent}', 'fact.wins': 'makes the last tile', 'fact.empty': '{n} {n:cell|cells} free',

  'network': 'Network', 'network.loading': 'Loading the network', 'network.of': '{loaded} of {total} MB.', 'network.wait': 'Play on; advice follows by itself.',
  'network.failed': 'The network did not load', 'network.weaker': 'Advice is weaker until it does.', 'again': 'Try again',
  'over': 'The game is over', 'over.score': '{score} {score:point|points}; the largest tile is {tile}.', 'won': 'The last tile is made',
  'engine.broken': 'The connection to the server is lost', 'engine.reopens': 'It is tried again all the while; the game is kept.', 'engine.back': 'The server is back.',
  'engine.unable': 'This browser cannot run the engine', 'engine.needs': 'It needs WebAssembly with SIMD, which browsers have had since 2023; here it is missing or switched off.',
  'view.missing': 'This part of the page did not load',
  'engine.failed': 'The engine stopped', 'engine.reload': 'Reload the page; the game is saved.', 'reload': 'Reload',
  'said.slide': '{slide}. {merges}{entered}', 'said.merge': '{a} and {b} make {tile}. ', 'said.entered': '{tile} entered row {row}, column {col}. ', 'said.next': 'Next {tiles}.',
  'said.advice': 'Advice: {text}', 'said.undo': 'Taken back.', 'said.redo': 'Made again.', 'said.milestone': '{tile} made. {score} {score:point|points}.',

  'setup': 'Position', 'setup.tap': 'Tap a cell, then a tile; or type.', 'setup.start': 'Set up a board', 'setup.clear': 'Empty the board', 'setup.next': 'Next tile', 'setup.deck': 'Cards left after it',
  'setup.unknown': 'not known', 'setup.analyse': 'Analyse', 'setup.follow': 'Follow a game', 'setup.empty': 'empty', 'setup.wrong': 'This position cannot be',
  'setup.known': 'known', 'setup.edit': 'Change the board', 'paste': 'Paste', 'paste.what': 'A board in any layout (a list, a table, hex), a record, a link, or the saved game of play.threesgame.com', 'paste.read': 'Read it', 'paste.not': 'Nothing that trey knows: {why}',
  'paste.games': '{n} games: open them in Review, or paste one', 'paste.size': 'A board of {rows} × {cols}?', 'paste.size.why': 'That is how the text reads, but it is not the size chosen above. If it is a larger board whose empty cells are missing, write . or 0 for each of them and paste it again.', 'paste.size.yes': 'Yes', 'paste.size.no': 'No',
  'paste.none': 'no board in it', 'copied': 'The link is copied', 'copy': 'Copy link',
  'bookmarklet': 'Open in trey', 'bookmarklet.how': 'Drag this link to your bookmarks, and open it on play.threesgame.com to bring your game here:', 'play.from': 'Play from here',

  'step.slide': 'Slide', 'step.where': 'Where', 'step.next': 'Next', 'follow.slide': 'Make the slide in your game, and the same here', 'follow.how': 'Swipe the board, or use a key or a button.',
  'follow.where': 'You slid {slide}. Where did the {tile} enter?', 'follow.where.bonus': 'You slid {slide}. Where did the tile enter?', 'follow.cells': 'Tap one of the dashed cells.', 'follow.which': 'Which tile entered?',
  'follow.next': 'What does the game show as next?', 'follow.back': 'Take back', 'follow.correct': 'Correct a cell', 'follow.correct.how': 'Tap the cell that is wrong, then the tile that stands there.', 'follow.done': 'Done',
  'follow.left': '{n} left', 'follow.none': 'none left', 'follow.bonus': 'bonus', 'follow.impossible': 'That cannot be', 'follow.deck': 'Deck', 'follow.decks': 'What was told leaves {count} {count:deck|decks} possible.', 'follow.known': 'The deck is known: {ones} {ones:one|ones}, {twos} {twos:two|twos}, {threes} {threes:three|threes} are left.',
  'entered.here': '{cell}: the tile entered here',

  'theme': 'Light or dark', 'theme.system': 'As the system', 'theme.light': 'Light', 'theme.dark': 'Dark', 'palette': 'Colours of 1 and 2', 'palette.game': 'As the game', 'palette.safe': 'For colour-blind eyes',
  'motion': 'Motion', 'letters': 'Keys WASD and hjkl slide', 'language': 'Language', 'network.small': 'Small (2.5 MB)', 'network.large': 'Large (20 MB): stronger', 'network.served': 'The server has its networks.',
  'thought': 'Time for advice', 'thought.short': '1 second: spares the battery', 'thought.usual': '4 seconds', 'thought.long': '15 seconds',
  'rows': 'Rows', 'cols': 'Columns', 'game': 'Game', 'start': 'Start',
  'rules.window': 'Threes!', 'rules.classic': 'Threes!, bonus hidden', 'rules.course': 'Threes!, bag of three', 'rules.2048': '2048', 'rules.fibonacci': 'Fibonacci',

  // Review
  'review.played': 'Review the game in Play', 'review.file': 'Open a file', 'review.paste': 'A game on record, in either form that trey writes', 'review.which': 'Which game?', 'review.number': 'Game {n}',
  'review.cut': 'The first {n} of {all} games in it are listed here.', 'review.none': 'The game has no slides to review.', 'review.not': 'This is no game that trey can read: {why}', 'review.title': '{score} {score:point|points}, {n} {n:slide|slides}', 'review.seek': 'Place in the game', 'review.progress': 'Review',
  'review.state': '{done} of {total} slides valued. Thin: a first look at every 24th slide.', 'review.done': 'Reviewed. Accuracy {accuracy}, {n} {n:mistake|mistakes}.', 'review.noted': '{n} {n:is|are} new in your notebook.', 'review.odds': 'odds of {tile}',
  'review.graph': 'Value over the slides: {first} at the start, {last} {last:point|points} at the end. {mistakes} {mistakes:mistake|mistakes}, {blunders} {blunders:blunder|blunders}.', 'review.accuracy': 'Accuracy', 'review.best': 'Best slide', 'review.mistakes': 'Mistakes', 'review.blunders': 'Blunders',
  'review.sizes': 'Which sizes are listed', 'review.largest': '{n} found, largest first', 'review.fewer': 'The largest {n} are listed.', 'review.better': 'better', 'review.next': 'Next mistake', 'review.practise': 'Practise these', 'review.practise.one': 'Practise it',
  'review.at': 'Slide {n} of {total}', 'review.end': 'The end of the game', 'review.waiting': 'Not valued yet.', 'review.forced': '{slide}: the only slide', 'review.right': '{slide}: the best slide',
  'review.less': '{slide}: {points} {points:point|points} less than {best}', 'review.less.value': '{slide}: {points} less than {best}', 'review.why': '{slide}: {why}.', 'review.head.played': 'Played', 'review.head.better': 'Better', 'review.head.lost': 'Lost',
  'mark.?!': 'doubtful', 'mark.?': 'mistake', 'mark.??': 'blunder',
  'step.through': 'Through the game', 'step.first': 'To the start', 'step.back': 'Back', 'step.play': 'Play it', 'step.on': 'On', 'step.last': 'To the end',

  // Practice
  'practice.ask': 'Which slide is best?', 'practice.how': 'Swipe the board, or use a key or a button. The first answer counts.', 'practice.streak': 'Streak', 'practice.set': 'Shipped positions', 'practice.mine': 'My notebook', 'practice.open': 'Open',
  'practice.right': '{slide} is best', 'practice.wrong': '{slide} was best', 'practice.more': '{points} {points:point|points} more than the next best', 'practice.next': 'Next position', 'practice.progress': '{tried} of {all}, {solved} solved', 'practice.due': '{n} {n:position|positions}, {due} due today',
  'practice.empty': 'Mistakes found by a review are kept here.', 'practice.none.due': 'Nothing is due today.', 'practice.all': 'All positions are solved.', 'practice.again': 'Begin again', 'practice.forget': 'Remove',
  'practice.dot.solved': 'Position {n}, solved', 'practice.dot.failed': 'Position {n}, missed', 'practice.dot.open': 'Position {n}',

  // Share
  'share': 'Share', 'share.position': 'Link to the position', 'share.game': 'Link to the game', 'share.review': 'Link to the review', 'share.file': 'The review as a file', 'share.save': 'The game as a file', 'share.picture': 'Picture of the board',
  'share.picture.copied': 'The picture is on the clipboard', 'share.picture.saved': 'The picture is saved', 'share.link': 'Link', 'share.copy': 'Copy the link from here', 'share.seed': 'Seed of the game: {seed}', 'share.record': 'The game on record', 'share.cut': 'the link is cut short',

  // Known sequence
  'sequence.input': 'An input', 'sequence.how': 'A file with a start board and the tiles to come, dropped here or opened.', 'sequence.open': 'Open an input', 'sequence.text': 'The text of an input', 'sequence.time': 'Time', 'sequence.pasted': 'pasted',
  'sequence.name': '{name}, {n} {n:tile|tiles}', 'sequence.gap': 'at most {bound}: {gap} {gap:point|points} open', 'sequence.met': 'the bound is met: no plan scores more', 'sequence.proved': 'proved: no plan scores more', 'sequence.of': '{n} of {of} s', 'sequence.again': 'Once more', 'stop': 'Stop', 'seconds': '{n} s',
  'sequence.widths': 'Beam width', 'sequence.at': 'slide {n}', 'sequence.graph': 'Best plan {best}, bound {bound}, after {seconds} seconds', 'sequence.bound': 'bound', 'sequence.best': 'best', 'sequence.said': 'A plan of {score} {score:point|points}; at most {bound}.', 'sequence.moves': 'Moves', 'sequence.judge': 'Judge moves files', 'sequence.folder': 'Judge a folder',
  'sequence.score': '{score} {score:point|points}', 'sequence.first': 'First open the input that the moves are for.', 'sequence.judged': '{n} {n:player|players} judged.',
  'league': 'A league', 'league.what': 'Moves files, or a folder with one for each player, chosen or dropped here. Inputs among them are those that are played; else it is the one that is open.', 'league.nothing': 'There are no moves files in it.',
  'league.title': '{players} {players:player|players} on {inputs} {inputs:input|inputs}', 'league.how': '100 points an input for the best score; an illegal move, a malformed and a missing file count 0.',
  'league.input': '{name}: best {best}, bound {bound}', 'league.strangers': 'Files that go by no input’s name: {files}', 'league.rank': 'Rank', 'league.player': 'Player', 'league.points': 'Points', 'league.score': 'Score', 'league.share': 'Of the bound', 'league.made': 'Moves', 'league.end': 'Ended by',
  'league.counts': 'Counts', 'league.illegal': 'Illegal', 'league.malformed': 'Malformed', 'league.missing': 'Missing', 'league.none': 'no file', 'league.two': 'two files: {files}', 'league.long': 'longer than 1 MB', 'league.empty': 'no moves from line 3 on',
  'end.illegal': 'an illegal move', 'end.no_slide': 'no slide being left', 'end.moves_used_up': 'the moves running out', 'end.tiles_used_up': 'the tiles running out',

  // Exact values
  'exact.which': 'Which game is solved', 'exact.best': 'Best slide', 'exact.solving': 'Solving', 'exact.stopped': 'Stopped before it was solved.', 'exact.share': '{share} %, {seconds} s', 'exact.solved': '{n} {n:position|positions}, solved in {seconds} s; the start is worth {root}.', 'exact.mean.only': 'Of a board of this size the means are kept.', 'exact.all': 'Least and most too (a minute, 830 MB)',
  'exact.table.none': 'A board of this size takes too long to be solved here. Its values are in a table, which can be loaded and is then kept.', 'exact.load.play': 'Best slide alone ({size} MB)', 'exact.load.means': 'The mean of every slide ({size} MB)', 'exact.loading': 'Loading the table',
  'exact.table.play': '{n} {n:position|positions} by a table, which has the best slide alone.', 'exact.table.means': '{n} {n:position|positions} by a table, which has the means; the start is worth {root}.', 'exact.table.failed': 'The table does not come: {why}. It can be asked for again.', 'exact.table.damaged': 'The table that came is damaged, and is not used. It can be asked for again.',
  'exact.by.table': 'By the table', 'exact.legend.play': 'The table says which slide is best, not what it is worth. Player: final score to expect, as the player that counts points thinks.',
  'exact.final': 'Final score by slide, best play after it', 'exact.rest': 'Points to come by slide, best play after it', 'exact.least': 'Least', 'exact.mean': 'Mean', 'exact.most': 'Most', 'exact.guess': 'Player', 'exact.off': 'Player is off', 'exact.scale': '0 to {n}', 'exact.illegal': 'not possible', 'exact.table': 'Values of the slides',
  'exact.legend': 'Bar: least to most. Stroke: exact mean. Ring: what the player that counts points thinks.', 'exact.legend.mean': 'Stroke: exact mean. Ring: what the player that counts points thinks.',

  // Grids of 2048
  'grid': 'Grid', 'grid.text': 'The rows of a grid, 0 for an empty cell', 'grid.win': 'The game is won by', 'grid.read': 'Analyse', 'grid.not': 'These are no rows of equally many numbers.', 'grid.size': 'A grid has at most {most} rows and {most} columns.', 'grid.state': 'Game', 'grid.open': 'open', 'grid.won': 'won', 'grid.lost': 'lost', 'grid.largest': 'Largest', 'grid.hints': 'What is preferred', 'grid.slides': 'What each slide does',
  'grid.hint.merges': 'for merges', 'grid.hint.value': 'for their value', 'grid.hint.corner': 'for the corner', 'grid.hint.smooth': 'for smoothness', 'grid.pairs': 'Pairs', 'grid.corner': 'To a corner', 'grid.smooth': 'Roughness',

  // The engine's refusals, and versions of the page
  'engine.lost': 'the engine stopped', 'engine.closed': 'the connection to the server is closed', 'engine.silent': 'the server does not answer',
  'refused': '{why}', 'version.ready': 'A new version is ready', 'version.use': 'Use it',
};
