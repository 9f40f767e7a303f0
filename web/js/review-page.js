// A review as one self-contained page, to send, store or print. It has no scripts and loads
// nothing.

import { familyOf, rankOf } from './board.js';
import { marks } from './report.js';
import { ReviewGraph } from './review-graph.js';
import { headline, reasonsOf } from './review-move.js';
import { packGame } from './share.js';
import { tileClass } from './tile.js';
import { number, t } from './words.js';

const mostMistakes = 30;

const escape = (text) =>
  String(text).replace(
    /[&<>"]/g,
    (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c],
  );

const style = `
:root { color-scheme: light dark; --page: #f6faf8; --panel: #fff; --ink: #263236; --soft: #4a6965;
  --line: #cfdfdb; --tray: #cfe6e0; --slot: #b9d6d0; --edge: #6c8c87; --accent: #2c736b; --signal: #b3411f; }
@media (prefers-color-scheme: dark) { :root { --page: #141c1f; --panel: #1c272b; --ink: #e8f0ee;
  --soft: #9dbab5; --line: #33474a; --tray: #2b4044; --slot: #213236; --edge: #6d8b87; --accent: #7fc7bd;
  --signal: #ff9b78; } }
* { box-sizing: border-box; margin: 0; }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page);
  max-width: 52rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.5rem; line-height: 1.2; }
h2 { font-size: 1.0625rem; margin: 1.75rem 0 .6rem; }
a { color: var(--accent); }
p { color: var(--soft); }
svg { display: block; width: 100%; height: auto; background: var(--panel);
  border-radius: .8rem; padding: .5rem; }
svg text { font-size: 12px; font-weight: 600; fill: var(--soft); }
svg .name { fill: var(--ink); font-weight: 700; paint-order: stroke;
  stroke: var(--panel); stroke-width: 4px; }
svg .value-name { fill: var(--accent); }
svg .rulers line, svg .floor { stroke: var(--line); }
svg .area { fill: var(--tray); }
svg .odds-area { fill: var(--edge); opacity: .55; }
svg .value { fill: none; stroke: var(--accent); stroke-width: 2.2; }
svg .end-point { fill: var(--accent); }
svg .cursor { display: none; }
svg .mistake-sign { fill: var(--panel); stroke: var(--signal); stroke-width: 1.6; }
svg .blunder-sign { fill: var(--signal); }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: .75rem; margin: 1rem 0; }
dl div, .mistake { background: var(--panel); border-radius: .8rem; padding: .6rem .8rem; }
dt { color: var(--soft); font-size: .8125rem; font-weight: 700; }
dd { margin: 0; font-size: 1.25rem; font-weight: 800; font-variant-numeric: tabular-nums; }
ol { list-style: none; padding: 0; }
.mistakes { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .75rem; }
.mistake { break-inside: avoid; }
.mistake strong { display: block; margin: .5rem 0 .2rem; line-height: 1.3; }
.mistake p { font-size: .875rem; }
.board { display: grid; gap: 5px; padding: 6px; width: 9.5rem; background: var(--tray);
  border-radius: .6rem; }
.board b { display: grid; place-items: center; aspect-ratio: 1; border-radius: .35rem;
  background: var(--slot);
  font-size: .8125rem; line-height: 1; color: #263236; }
.board.tall b { aspect-ratio: 1 / 1.3; }
.board .one { background: #66ccff; color: #0d3347; }
.board .two { background: #ff6680; color: #4f0d1c; }
.board .plain, .board .ringed { background: #fff; box-shadow: inset 0 -3px #ffcc66; }
.board .cream { background: #fff0cf; box-shadow: inset 0 -3px #dd7426; }
.board .gold { background: #f9c955; color: #3a2503; box-shadow: inset 0 -3px #9c5a10; }
.board .night { background: #2b2255; color: #ffd66b; }
.moves { display: flex; flex-wrap: wrap; gap: .1rem .7rem; font-variant-numeric: tabular-nums; }
.moves span { color: var(--soft); }
.mark { color: var(--signal); font-weight: 800; }
textarea { width: 100%; font: .75rem/1.4 monospace; color: inherit; background: var(--panel);
  border: 1px solid var(--line); }
`;

const arrows = { U: '↑', R: '→', D: '↓', L: '←' };

function boardHtml({ rules, board, cols }) {
  const family = familyOf(rules);
  const cells = board.map((value) =>
    value ? `<b class="${tileClass(rankOf(value, family), family).kind}">${value}</b>` : '<b></b>',
  );
  const tall = family === 'threes' ? ' tall' : '';
  const columns = `grid-template-columns:repeat(${cols},1fr)`;
  return `<div class="board${tall}" style="${columns}">${cells.join('')}</div>`;
}

const mistakeHtml = (report) => (move) =>
  `<li class="mistake">${boardHtml(report.steps[move.slide - 1])}` +
  `<strong><span class="mark">${escape(move.mark)}</span> ` +
  `${escape(t('review.at', { n: move.slide, total: report.total }))}. ` +
  `${escape(headline(report, move))}</strong><p>${escape(reasonsOf(move))}</p></li>`;

const moveHtml = (report) => (step, i) => {
  const mark = report.moves[i]?.mark;
  const text = `<span>${i + 1}</span> ${arrows[step.did.slide]}`;
  return `<li>${text}${mark ? ` <b class="mark">${escape(mark)}</b>` : ''}</li>`;
};

// The graph of the full game, not only the part that the page shows.
function graphHtml(report) {
  const graph = new ReviewGraph(() => {});
  graph.draw(report, report.total);
  return new XMLSerializer().serializeToString(graph.svg);
}

// Address where others can open the review; null for a page on a disk or on this machine.
const publicPage = () =>
  /^https?:$/.test(location.protocol) && !/^(localhost|127\.|\[::1\])/.test(location.host)
    ? location.href.replace(/#.*/, '')
    : null;

const stat = (name, value) => `<div><dt>${escape(name)}</dt><dd>${escape(value)}</dd></div>`;

export async function reviewPage(report) {
  const { sum, steps, record, end, total } = report;
  const title = t('review.title', { score: number(end.score), n: number(total) });
  const counts = report.counts();
  const page = publicPage();
  const link = page ? `${page}#review/${await packGame(record)}` : null;
  const worst = report.mistakes(new Set(marks)).slice(0, mostMistakes);
  const rules = end.rules.trim().split(/[ ,]/)[0];
  return `<!doctype html>
<html lang="${document.documentElement.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escape(title)}</h1>
<p>${escape(t(`rules.${rules}`))}. ${escape(t('review.page.how'))}</p>
${link ? `<p><a href="${escape(link)}">${escape(t('review.page.open'))}</a></p>` : ''}
<dl>
${stat(t('review.accuracy'), sum.accuracy.toFixed(1))}
${stat(t('review.best'), `${report.bestPercent() ?? 0} %`)}
${stat(t('review.mistakes'), counts['?'])}
${stat(t('review.blunders'), counts['??'])}
</dl>
${graphHtml(report)}
<h2>${escape(t('review.page.mistakes'))}</h2>
<ol class="mistakes">
${worst.map(mistakeHtml(report)).join('\n')}
</ol>
<h2>${escape(t('review.moves'))}</h2>
<ol class="moves">
${steps.slice(0, -1).map(moveHtml(report)).join('\n')}
</ol>
<h2>${escape(t('share.record'))}</h2>
<textarea readonly rows="6" aria-label="${escape(t('share.record'))}">${escape(record)}</textarea>
</main>
</body>
</html>
`;
}
