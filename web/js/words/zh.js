// 简体中文。
export default {
  'play': '游戏', 'analyse': '分析', 'review': '复盘', 'practice': '练习', 'sequence': '已知序列', 'exact': '精确解',
  'more': '更多', 'views': '视图', 'settings': '设置', 'rules': '规则', 'close': '关闭', 'skip': '跳到棋盘',

  'slides': '滑动', 'slide.U': '上滑', 'slide.R': '右滑', 'slide.D': '下滑', 'slide.L': '左滑',
  'U': '上', 'R': '右', 'D': '下', 'L': '左', 'u': '上', 'r': '右', 'd': '下', 'l': '左',

  'board': '棋盘', 'board.row': '第 {row} 行:{tiles}', 'board.empty': '空', 'board.cell': '第 {row} 行第 {col} 列',
  'next': '下一块', 'next.one': '下一块之一', 'next.of': '下一块:{tiles}', 'enters': '进入', 'entered': '已进入', 'or': '或',
  'deck': '牌堆剩余', 'deck.of': '牌堆剩余:{ones} 个 1,{twos} 个 2,{threes} 个 3', 'deck.unknown': '{count} 种可能之一',
  'score': '得分', 'best': '最佳', 'best.score': '最高 {score}', 'slide.number': '步数',

  'undo': '撤销', 'redo': '重做', 'advice': '建议', 'new': '新游戏', 'play on': '自动', 'pause': '暂停', 'auto': '让 trey 来玩',
  'speed': '速度,每秒步数', 'per second': '每秒 {n} 步', 'per second.brief': '{n}/秒',

  'verdict': '{slide},领先 {points} 分', 'verdict.value': '{slide},领先 {points}', 'verdict.only': '{slide}:唯一的一步', 'verdict.equal': '{slide},与{other}一样好',
  'ahead': '前瞻 {n} 步', 'ahead.more': '前瞻 {n} 步,仍在搜索', 'ahead.brief': '前瞻 {n}', 'ahead.exact': '已算到终局',
  'slide': '滑动', 'because': '原因', 'expect': '期望得分', 'expect.rest': '后续得分', 'value': '估值', 'line': '可能的后续', 'odds': '达成概率',
  'thinking': '思考中……', 'less than': '< 1 %', 'more than': '> 99 %',

  'fact.merge': '合成 {tile}', 'fact.merges': '合并 {n} 对,最大为 {tile}', 'fact.no-merge': '没有合并',
  'fact.keeps-corner': '守住角落', 'fact.leaves-corner': '离开角落', 'fact.into-corner': '{tile} 进入角落',
  'fact.parts': '拆散大块', 'fact.chain': '{n} 个大块相连', 'fact.shuts': '困住 {tile}', 'fact.frees': '放出小块',
  'fact.over': '可能结束游戏:{percent}', 'fact.stuck': '可能只剩一步:{percent}', 'fact.wins': '合成最后一块', 'fact.empty': '{n} 个空格',

  'network': '网络', 'network.loading': '正在载入网络', 'network.of': '{loaded} / {total} MB。', 'network.wait': '请先继续,建议会自动出现。',
  'network.failed': '网络没有载入', 'network.weaker': '载入之前建议较弱。', 'again': '重试',
  'over': '游戏结束', 'over.score': '{score} 分,最大的块是 {tile}。', 'won': '最后一块已合成',
  'engine.broken': '与服务器的连接已断开', 'engine.reopens': '正在重新连接,游戏已保存。', 'engine.back': '服务器已恢复。',
  'engine.unable': '这个浏览器无法运行引擎', 'engine.needs': '需要带 SIMD 的 WebAssembly(2023 年起的浏览器都有),这里没有或被关闭了。',
  'view.missing': '页面的这一部分没有载入',
  'engine.failed': '引擎停止了', 'engine.reload': '请重新载入页面,游戏已保存。', 'reload': '重新载入',
  'engine.lost': '引擎停止了', 'engine.closed': '与服务器的连接已断开', 'engine.silent': '服务器没有应答',
  'said.slide': '{slide}。{merges}{entered}', 'said.merge': '{a} 和 {b} 合成 {tile}。', 'said.entered': '{tile} 进入第 {row} 行第 {col} 列。', 'said.next': '下一块 {tiles}。',
  'said.advice': '建议:{text}', 'said.undo': '已撤销。', 'said.redo': '已重做。', 'said.milestone': '合成 {tile}。{score} 分。',

  'setup': '局面', 'setup.tap': '先点格子,再点数字,或直接输入。', 'setup.start': '摆放棋盘', 'setup.clear': '清空棋盘', 'setup.next': '下一块', 'setup.deck': '其后剩余的牌',
  'setup.unknown': '未知', 'setup.analyse': '分析', 'setup.follow': '跟随一局', 'setup.empty': '空', 'setup.wrong': '这个局面不可能出现',
  'setup.known': '已知', 'setup.edit': '修改棋盘', 'paste': '粘贴', 'paste.what': '任意写法的棋盘(列表、表格、十六进制)、棋谱、链接,或 play.threesgame.com 的存档', 'paste.read': '读取', 'paste.not': 'trey 读不懂:{why}',
  'paste.games': '共 {n} 局:请在“复盘”里打开,或一次只粘贴一局', 'paste.size': '是 {rows} × {cols} 的棋盘吗?', 'paste.size.why': '文本读起来是这样,但与上面所选的大小不同。如果它是缺了空格的更大棋盘,请把每个空格写成 . 或 0 再粘贴。', 'paste.size.yes': '是', 'paste.size.no': '不是',
  'paste.none': '里面没有棋盘', 'copied': '链接已复制', 'copy': '复制链接',
  'bookmarklet': '在 trey 中打开', 'bookmarklet.how': '把这个链接拖到书签栏,在 play.threesgame.com 上打开它,就能把那局带到这里:', 'play.from': '从这里开始玩',

  'step.slide': '滑动', 'step.where': '位置', 'step.next': '下一块', 'follow.slide': '在你的游戏里滑动,在这里做同样的一步', 'follow.how': '滑动棋盘,或用按键、按钮。',
  'follow.where': '你向{slide}滑。{tile} 从哪里进入?', 'follow.where.bonus': '你向{slide}滑。新块从哪里进入?', 'follow.cells': '点一个虚线格。', 'follow.which': '进入的是哪一块?',
  'follow.next': '游戏显示的下一块是什么?', 'follow.back': '收回', 'follow.correct': '更正一格', 'follow.correct.how': '先点错的格子,再点那里的数字。', 'follow.done': '完成',
  'follow.left': '剩 {n}', 'follow.none': '没有了', 'follow.bonus': '奖励', 'follow.impossible': '这不可能', 'follow.deck': '牌堆', 'follow.decks': '按已知情况,牌堆有 {count} 种可能。', 'follow.known': '牌堆已知:剩 {ones} 个 1,{twos} 个 2,{threes} 个 3。',
  'entered.here': '{cell}:新块从这里进入',

  'theme': '明暗', 'theme.system': '跟随系统', 'theme.light': '浅色', 'theme.dark': '深色', 'palette': '1 和 2 的颜色', 'palette.game': '与游戏相同', 'palette.safe': '色觉友好',
  'motion': '动画', 'letters': '用字母键 WASD 和 hjkl 滑动', 'language': '语言', 'network.small': '小(2.5 MB)', 'network.large': '大(20 MB):更强', 'network.served': '网络由服务器提供。',
  'thought': '思考时间', 'thought.short': '1 秒:省电', 'thought.usual': '4 秒', 'thought.long': '15 秒',
  'rows': '行数', 'cols': '列数', 'game': '游戏', 'start': '开始',
  'rules.window': 'Threes!', 'rules.classic': 'Threes!,奖励块隐藏', 'rules.course': 'Threes!,三张一袋', 'rules.2048': '2048', 'rules.fibonacci': '斐波那契',

  'review.played': '复盘刚才的游戏', 'review.file': '打开文件', 'review.paste': 'trey 写出的棋谱,两种格式都可以', 'review.which': '哪一局?', 'review.number': '第 {n} 局',
  'review.cut': '其中共有 {all} 局,这里列出前 {n} 局。', 'review.none': '这局还没有走过一步。', 'review.not': 'trey 读不懂这局:{why}', 'review.title': '{score} 分,{n} 步', 'review.seek': '局中位置', 'review.progress': '复盘',
  'review.state': '已估值 {done} / {total} 步。细线:先看每第 24 步。', 'review.done': '复盘完成。准确度 {accuracy},失误 {n} 处。', 'review.noted': '错题本新增 {n} 处。', 'review.odds': '达成 {tile} 的概率',
  'review.graph': '各步的估值:开始时 {first},结束时 {last} 分。失误 {mistakes} 处,大错 {blunders} 处。', 'review.accuracy': '准确度', 'review.best': '最佳步', 'review.mistakes': '失误', 'review.blunders': '大错',
  'review.sizes': '列出哪些', 'review.largest': '{n} 处,从大到小', 'review.fewer': '列出最大的 {n} 处。', 'review.better': '更好:', 'review.next': '下一处失误', 'review.practise': '练习这些', 'review.practise.one': '练习这一步',
  'review.at': '第 {n} 步,共 {total} 步', 'review.end': '游戏结束', 'review.waiting': '尚未估值。', 'review.forced': '{slide}:唯一的一步', 'review.right': '{slide}:最佳的一步',
  'review.less': '{slide}:比{best}少 {points} 分', 'review.less.value': '{slide}:比{best}少 {points}', 'review.why': '{slide}:{why}。', 'review.head.played': '所走', 'review.head.better': '更好', 'review.head.lost': '损失',
  'mark.?!': '可疑', 'mark.?': '失误', 'mark.??': '大错',
  'step.through': '逐步浏览', 'step.first': '到开头', 'step.back': '后退', 'step.play': '播放', 'step.on': '前进', 'step.last': '到结尾',

  'practice.ask': '哪一步最好?', 'practice.how': '滑动棋盘,或用按键、按钮。第一次回答算数。', 'practice.streak': '连对', 'practice.set': '自带题目', 'practice.mine': '我的错题本', 'practice.open': '打开',
  'practice.right': '{slide}最好', 'practice.wrong': '应该走{slide}', 'practice.more': '比第二好的多 {points} 分', 'practice.next': '下一题', 'practice.progress': '{tried} / {all},答对 {solved}', 'practice.due': '{n} 题,今天到期 {due} 题',
  'practice.empty': '复盘找到的失误会记在这里。', 'practice.none.due': '今天没有到期的题。', 'practice.all': '所有题都答对了。', 'practice.again': '重新开始', 'practice.forget': '移除',
  'practice.dot.solved': '第 {n} 题,答对', 'practice.dot.failed': '第 {n} 题,答错', 'practice.dot.open': '第 {n} 题',

  'share': '分享', 'share.position': '局面链接', 'share.game': '对局链接', 'share.review': '复盘链接', 'share.file': '复盘存为文件', 'share.save': '对局存为文件', 'share.picture': '棋盘图片',
  'share.picture.copied': '图片已在剪贴板上', 'share.picture.saved': '图片已保存', 'share.link': '链接', 'share.copy': '请从这里复制链接', 'share.seed': '本局种子:{seed}', 'share.record': '棋谱', 'share.cut': '链接不完整',

  'sequence.input': '输入', 'sequence.how': '一个含起始棋盘和后续各块的文件,拖到这里或打开。', 'sequence.open': '打开输入', 'sequence.text': '输入的文本', 'sequence.time': '时间', 'sequence.pasted': '粘贴的输入',
  'sequence.name': '{name},{n} 块', 'sequence.gap': '至多 {bound}:还差 {gap} 分', 'sequence.met': '达到上界:没有更高分的走法', 'sequence.proved': '已证明:没有更高分的走法', 'sequence.of': '{n} / {of} 秒', 'sequence.again': '再来一次', 'stop': '停止', 'seconds': '{n} 秒',
  'sequence.widths': '束宽', 'sequence.at': '第 {n} 步', 'sequence.graph': '{seconds} 秒后:最佳 {best},上界 {bound}', 'sequence.bound': '上界', 'sequence.best': '最佳', 'sequence.said': '走法得 {score} 分,至多 {bound}。', 'sequence.moves': '走法', 'sequence.judge': '评判走法文件', 'sequence.folder': '评判文件夹',
  'sequence.score': '{score} 分', 'sequence.first': '请先打开走法所对应的输入。', 'sequence.judged': '已评判 {n} 位玩家。',
  'league': '联赛', 'league.what': '选择或拖来走法文件,或每位玩家一份走法的文件夹。其中若有输入,就评这些输入;否则评已打开的输入。', 'league.nothing': '其中没有走法文件。',
  'league.title': '{players} 位玩家,{inputs} 个输入', 'league.how': '每个输入的最高分得 100 分;不合法、格式错误或缺少的文件得 0 分。',
  'league.input': '{name}:最佳 {best},上界 {bound}', 'league.strangers': '名称不属于任何输入的文件:{files}', 'league.rank': '名次', 'league.player': '玩家', 'league.points': '积分', 'league.score': '得分', 'league.share': '占上界', 'league.made': '步数', 'league.end': '结束原因',
  'league.counts': '有效', 'league.illegal': '不合法', 'league.malformed': '格式错误', 'league.missing': '缺少', 'league.none': '没有文件', 'league.two': '两个文件:{files}', 'league.long': '超过 1 MB', 'league.empty': '第 3 行起没有走法',
  'end.illegal': '不合法的一步', 'end.no_slide': '无步可走', 'end.moves_used_up': '走法用完', 'end.tiles_used_up': '块用完',

  'exact.which': '求解哪种游戏', 'exact.best': '最佳一步', 'exact.solving': '正在求解', 'exact.stopped': '求解已停止。', 'exact.share': '{share} %,{seconds} 秒', 'exact.solved': '{n} 个局面,{seconds} 秒解完;起始值 {root}。', 'exact.mean.only': '这个大小的棋盘只保存平均值。', 'exact.all': '也求最小和最大(约一分钟,830 MB)',
  'exact.table.none': '这个大小的棋盘在网页里求解太久。它的值在一张表里,可以下载,之后会保留。', 'exact.load.play': '只要最佳一步({size} MB)', 'exact.load.means': '每一步的平均值({size} MB)', 'exact.loading': '正在下载表',
  'exact.table.play': '{n} 个局面,查表得到,只有最佳一步。', 'exact.table.means': '{n} 个局面,查表得到平均值;起始值 {root}。', 'exact.table.failed': '表没有下载成功:{why}。可以再试一次。', 'exact.table.damaged': '下载的表已损坏,不会使用。可以再试一次。',
  'exact.by.table': '查表', 'exact.legend.play': '表里只写哪一步最佳,没有它的值。估计:计分玩家认为的终局得分。',
  'exact.final': '各步的终局得分(其后走最佳)', 'exact.rest': '各步的后续得分(其后走最佳)', 'exact.least': '最小', 'exact.mean': '平均', 'exact.most': '最大', 'exact.guess': '估计', 'exact.off': '偏差', 'exact.scale': '0 到 {n}', 'exact.illegal': '不能走', 'exact.table': '各步的值',
  'exact.legend': '横条:最小到最大。竖线:精确平均值。圆圈:计分玩家的估计。', 'exact.legend.mean': '竖线:精确平均值。圆圈:计分玩家的估计。',

  'grid': '网格', 'grid.text': '网格各行,0 为空格', 'grid.win': '获胜的块', 'grid.read': '分析', 'grid.not': '这些行的数字个数不相等。', 'grid.size': '盘面最多 {most} 行 {most} 列。', 'grid.state': '状态', 'grid.open': '进行中', 'grid.won': '获胜', 'grid.lost': '失败', 'grid.largest': '最大', 'grid.hints': '各种偏好', 'grid.slides': '各步的效果',
  'grid.hint.merges': '合并最多', 'grid.hint.value': '分值最高', 'grid.hint.corner': '靠近角落', 'grid.hint.smooth': '最平滑', 'grid.pairs': '合并对数', 'grid.corner': '离角落', 'grid.smooth': '粗糙度',

  'refused': '引擎不接受({why})', 'version.ready': '新版本已就绪', 'version.use': '使用新版本',
};
