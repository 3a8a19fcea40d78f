/**
 * The script of a report. It shows the table of all runs a piece at a time, filters, searches and sorts it, and switches
 * between light and dark. It sets text, never markup, so that nothing that a pod printed can become markup.
 */
export const REPORT_SCRIPT = `'use strict';
(() => {
  const PIECE = 200;
  const byId = (id) => document.getElementById(id);
  const { labels, hasTarget, rows } = JSON.parse(byId('data').textContent);
  const [search, count, chip, more] = ['search', 'count', 'group-chip', 'more'].map(byId);
  const body = document.querySelector('#runs tbody');
  const filters = Array.from(document.querySelectorAll('[data-filter]'));
  const heads = Array.from(document.querySelectorAll('[data-column]'));
  let texts, wait, verdict = '', group = 0, column = -1, direction = 1, found = [], shown = 0;

  const element = (name, text, className) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  };
  const inMinutes = (seconds) => seconds < 60 ? seconds + 's' :
    Math.floor(seconds / 60) + 'm' + (seconds % 60 ? seconds % 60 + 's' : '');
  const took = (seconds) => seconds === null ? '' : seconds < 0.01 ? '<10ms' :
    seconds < 1 ? Math.round(seconds * 1000) + 'ms' : seconds < 10 ? Number(seconds.toFixed(1)) + 's' :
    inMinutes(Math.round(seconds));
  const cell = (value, index) => {
    const td = element('td');
    if (index === 0) td.append(element('span', labels[value][1], 'badge ' + labels[value][0]));
    else if (index === 7 && byId('group-' + value)) {
      const link = element('a', String(value));
      link.href = '#group-' + value;
      td.append(link);
    } else {
      td.textContent = index === 6 ? took(value) : value === null ? '' : String(value);
      if (index > 0 && index < 5) td.title = td.textContent;
    }
    if (index === 2 && !hasTarget) td.hidden = true;
    return td;
  };
  const showMore = (piece) => {
    const rowsNow = found.slice(shown, shown + piece).map((row) => {
      const tr = element('tr');
      tr.append(...row.map(cell));
      return tr;
    });
    body.append(...rowsNow);
    shown += rowsNow.length;
    more.parentNode.hidden = shown >= found.length;
  };
  const compare = (a, b) => a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -direction : direction;
  const show = () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    if (words.length > 0) texts ??= rows.map((row) => [labels[row[0]][1], ...row.slice(1)].join(' ').toLowerCase());
    found = rows.filter((row, index) => (verdict === '' || labels[row[0]][0] === verdict) &&
      (group === 0 || row[7] === group) && words.every((word) => texts[index].includes(word)));
    if (column !== -1) found.sort((a, b) => compare(a[column], b[column]));
    for (const button of filters) button.setAttribute('aria-pressed', String(button.dataset.filter === verdict));
    for (const head of heads) head.parentNode.setAttribute('aria-sort',
      Number(head.dataset.column) !== column ? 'none' : direction === 1 ? 'ascending' : 'descending');
    chip.hidden = group === 0;
    chip.textContent = 'Group ' + group + ' ×';
    count.textContent = found.length.toLocaleString('en-US') + ' of ' + rows.length.toLocaleString('en-US') + ' runs';
    shown = 0;
    body.replaceChildren();
    showMore(PIECE);
  };

  search.addEventListener('input', () => { clearTimeout(wait); wait = setTimeout(show, 100); });
  for (const button of filters) button.addEventListener('click', () => { verdict = button.dataset.filter; show(); });
  for (const head of heads) head.addEventListener('click', () => {
    const wanted = Number(head.dataset.column);
    direction = wanted === column ? -direction : 1;
    column = wanted;
    show();
  });
  chip.addEventListener('click', () => { group = 0; show(); search.focus(); });
  more.addEventListener('click', () => showMore(5 * PIECE));
  for (const button of document.querySelectorAll('.pick')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      group = Number(button.dataset.group); verdict = ''; search.value = '';
      show();
      byId('all').scrollIntoView();
      chip.focus();
    });
  }
  const theme = byId('theme');
  const isDark = () => (document.documentElement.dataset.theme ??
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  const nameTheme = () => { theme.textContent = isDark() ? 'Light' : 'Dark'; };
  theme.addEventListener('click', () => {
    document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
    nameTheme();
  });
  addEventListener('beforeprint', () => { for (const each of document.querySelectorAll('details')) each.open = true; });
  for (const each of document.querySelectorAll('.needs-script')) each.hidden = false;
  nameTheme();
  show();
})();
`;
