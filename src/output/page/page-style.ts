/** What the pages of this program look like: light or dark as the system or the page says. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f6f7f9, #0f1216); --card: light-dark(#fff, #171b21); --line: light-dark(#dfe3e8, #2b323b);
  --text: light-dark(#1b2026, #e4e8ec); --soft: light-dark(#58626d, #9aa5b1); --code: light-dark(#f3f5f7, #0c0f13);
  --link: light-dark(#1f5fbf, #7db2ff); --bar: light-dark(#5b7fb5, #6f9bdc);
  --passed: light-dark(#1d7a46, #4cc381); --unmet: light-dark(#b3261e, #ff8a80);
  --failed: light-dark(#9a5b00, #f2b356); --skipped: light-dark(#59636d, #8d98a4);
  --passed-tint: light-dark(#e3f4ea, #12301f); --unmet-tint: light-dark(#fdeae8, #3a1715);
  --failed-tint: light-dark(#fdf0da, #35260c); --skipped-tint: light-dark(#eceff2, #232a32);
}
:root[data-theme=light] { color-scheme: light }
:root[data-theme=dark] { color-scheme: dark }
* { box-sizing: border-box } [hidden] { display: none !important }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, "Segoe UI", Roboto, sans-serif }
.page { max-width: 76rem; margin: 0 auto; padding: 2rem 1.5rem 4rem }
h1, h2, h3, h4, p, ul, figure { margin: 0; padding: 0 }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .9rem } h3 { font-size: 1rem; margin: 1.4rem 0 .5rem } h4 { font-size: 1rem }
a { color: var(--link) }
pre, code, .names, td, th[scope=row] { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
button, input, select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .35rem .75rem }
button { cursor: pointer } button:hover { border-color: var(--soft) }
.top { display: flex; gap: 1rem; justify-content: space-between; align-items: flex-start }
.eyebrow { color: var(--soft); font-size: .8rem; letter-spacing: .08em; text-transform: uppercase }
h1 { font-size: 1.5rem; line-height: 1.3; margin: .3rem 0 .6rem; overflow-wrap: anywhere } h1 code { font-size: .95em }
.facts { display: flex; flex-wrap: wrap; gap: .2rem 1.5rem; color: var(--soft); font-size: .9rem }
.facts b { color: var(--text); font-weight: 500 }
.banner { margin-top: 1.2rem; padding: .7rem 1rem; border-radius: .6rem; background: var(--failed-tint); border: 1px solid var(--failed) }
.passed { --tone: var(--passed); --tint: var(--passed-tint) } .unmet { --tone: var(--unmet); --tint: var(--unmet-tint) }
.failed { --tone: var(--failed); --tint: var(--failed-tint) } .skipped { --tone: var(--skipped); --tint: var(--skipped-tint) }
.badge { display: inline-block; padding: 0 .55rem; border-radius: 1rem; background: var(--tint); color: var(--tone); font: 600 .78rem/1.6 system-ui, sans-serif; white-space: nowrap }
pre { margin: 0 0 .6rem; padding: .7rem .9rem; background: var(--code); border: 1px solid var(--line); border-radius: .5rem; font-size: .84rem; line-height: 1.45; max-height: 26rem; overflow: auto; tab-size: 8 }
details summary { cursor: pointer; color: var(--link); font-size: .85rem; margin: .3rem 0 }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
footer { margin-top: 3rem; color: var(--soft); font-size: .85rem }
`;
