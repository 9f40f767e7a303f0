'use strict';
/* The controls of a page that replays a game of `count` moves: buttons, slider, speed, keys, and
 * the address, in which #123 stands for move 123. `shown()` is the number of the position on the
 * page, `seek(number)` changes it; `keys` are further keys. */
function addControls(count, shown, seek, keys = {}) {
  const find = (id) => document.getElementById(id);
  const grouped = (number) => number.toLocaleString('en');
  const speed = () => Number(find('speed').value);
  let timer = 0;

  function pause() {
    window.clearInterval(timer);
    timer = 0;
    find('play').classList.remove('playing');
    find('play').setAttribute('aria-label', 'play');
    find('status').setAttribute('aria-live', 'polite');
  }
  function tick(by) {
    seek(shown() + by);
    if (shown() === count) pause();
  }
  function play() {
    if (shown() === count) seek(0);
    const ticks = Math.min(speed(), 60);
    window.clearInterval(timer);
    timer = window.setInterval(tick, 1000 / ticks, speed() / ticks);
    find('play').classList.add('playing');
    find('play').setAttribute('aria-label', 'pause');
    find('status').setAttribute('aria-live', 'off');
  }
  const toggle = () => (timer ? pause() : play());
  const step = (target) => {
    pause();
    seek(target);
  };
  function changeSpeed(by) {
    const select = find('speed');
    select.selectedIndex = Math.min(
      Math.max(select.selectedIndex + by, 0),
      select.options.length - 1,
    );
    if (timer) play();
  }
  function showNumber(number) {
    find('move').textContent = grouped(number);
    find('seek').value = number;
    find('seek').setAttribute('aria-valuetext', `move ${number} of ${count}`);
    for (const id of ['first', 'back']) find(id).setAttribute('aria-disabled', number === 0);
    for (const id of ['forward', 'last']) find(id).setAttribute('aria-disabled', number === count);
  }

  find('play').onclick = find('tray').onclick = toggle;
  find('first').onclick = () => step(0);
  find('back').onclick = () => step(shown() - 1);
  find('forward').onclick = () => step(shown() + 1);
  find('last').onclick = () => step(count);
  find('speed').onchange = () => timer && play();
  find('seek').oninput = (event) => step(Number(event.target.value));
  const KEYS = {
    ' ': toggle,
    ArrowLeft: () => step(shown() - 1),
    ArrowRight: () => step(shown() + 1),
    Home: () => step(0),
    End: () => step(count),
    '+': () => changeSpeed(1),
    '=': () => changeSpeed(1),
    '-': () => changeSpeed(-1),
    ...keys,
  };
  document.addEventListener('keydown', (event) => {
    const action = KEYS[event.key],
      tag = event.target.tagName;
    if (!action || event.ctrlKey || event.altKey || event.metaKey || tag === 'SELECT') return;
    if (event.key === ' ' && (tag === 'BUTTON' || event.repeat)) return;
    event.preventDefault();
    action();
  });
  const openAtHash = () => step(Number.parseInt(location.hash.slice(1), 10) || 0);
  window.addEventListener('hashchange', openAtHash);
  find('moves').textContent = grouped(count);
  find('seek').max = count;
  return { step, speed, showNumber, openAtHash, isPlaying: () => timer !== 0 };
}
