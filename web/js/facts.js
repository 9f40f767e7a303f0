// The facts above the board: next tile, cards left, score.

import { familyOf, rankOf } from './board.js';
import { fill, h } from './dom.js';
import { tileElement } from './tile.js';
import { number, t } from './words.js';

function deckElement(position) {
  if (position.deck) {
    const [ones, twos, threes] = position.deck;
    return h(
      'div',
      { role: 'img', 'aria-label': t('deck.of', { ones, twos, threes }) },
      h('span.label', {}, t('deck')),
      h(
        'div.deck',
        {},
        position.deck.map((left, i) =>
          h(
            left ? 'span' : 'span.out',
            {},
            tileElement({ rank: i + 1, value: i + 1 }, 'threes', 'mini'),
            h('span', { 'aria-hidden': 'true' }, String(left)),
          ),
        ),
      ),
    );
  }
  if (!position.decks) return null;
  if (position.decks === 1)
    return h(
      'div',
      {},
      h('span.label', {}, t('deck')),
      h('span.small.soft', {}, t('setup.unknown')),
    );
  return h(
    'div',
    {},
    h('span.label', {}, t('deck')),
    h('span.small.soft', {}, t('deck.unknown', { count: position.decks })),
  );
}

// label: caption of the next tile; end: the last column.
export function drawFacts(element, position, end, label = 'next') {
  const family = familyOf(position.rules);
  const tiles = position.tiles ?? [];
  const size = tiles.length === 1 ? 'middle' : 'mini';
  const next =
    tiles.length === 0
      ? null
      : h(
          'div',
          { role: 'img', 'aria-label': t('next.of', { tiles: tiles.join(t('or')) }) },
          h('span.label', {}, t(tiles.length > 1 && label === 'next' ? 'next.one' : label)),
          h(
            'div.next-tiles',
            {},
            position.next === '+'
              ? h('strong', {}, '+')
              : tiles.map((value) =>
                  tileElement({ value, rank: rankOf(value, family) }, family, size),
                ),
          ),
        );
  fill(element, next, deckElement(position), end);
}

export function scoreElement(position, best) {
  return h(
    'div.end',
    {},
    h('span.label', {}, t('score')),
    h('span.big', {}, number(position.score)),
    h(
      'span.small.soft.number',
      {},
      t('best.score', { score: number(Math.max(best, position.score)) }),
    ),
  );
}
