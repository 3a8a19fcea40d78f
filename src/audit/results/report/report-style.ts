/** The style of a report: light or dark as the system or the button says, and for print. */
export const REPORT_STYLE = `
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
.tiles { display: grid; grid-template-columns: repeat(4, 1fr); gap: .9rem; margin-top: 1.6rem; list-style: none }
.tile { background: var(--card); border: 1px solid var(--line); border-top: 4px solid var(--tone); border-radius: .7rem; padding: .9rem 1.1rem }
.tile b { display: block; font-size: 2rem; line-height: 1.2; font-weight: 650; font-variant-numeric: tabular-nums }
.tile span { font-weight: 600; color: var(--tone) } .tile small { display: block; color: var(--soft); font-size: .82rem }
.tile.none b, .tile.none span { color: var(--soft); font-weight: 500 } .tile.none { border-top-color: var(--line) }
.passed { --tone: var(--passed); --tint: var(--passed-tint) } .unmet { --tone: var(--unmet); --tint: var(--unmet-tint) }
.failed { --tone: var(--failed); --tint: var(--failed-tint) } .skipped { --tone: var(--skipped); --tint: var(--skipped-tint) }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(22rem, 1fr)); gap: .9rem; margin-top: .9rem }
figure, .group, .wide { background: var(--card); border: 1px solid var(--line); border-radius: .7rem }
figure { padding: 1rem 1.2rem } figure h3 { margin: 0 } figcaption p { color: var(--soft); font-size: .85rem; margin-bottom: .8rem }
svg { display: block; width: 100%; height: auto; max-width: 27rem } svg text { font: 13px system-ui, sans-serif; fill: var(--text); text-anchor: middle }
svg .axis { fill: var(--soft); font-size: 12px } svg line { stroke: var(--line) } svg .bar { fill: var(--bar) }
rect.passed, rect.unmet, rect.failed, rect.skipped { fill: var(--tone) }
.legend { list-style: none; margin-top: .8rem; font-size: .9rem; display: grid; gap: .15rem; max-height: 11rem; overflow: auto }
.legend li { display: flex; gap: .6rem; align-items: baseline } .legend b { margin-left: auto; font-variant-numeric: tabular-nums }
.legend i { width: .7rem; height: .7rem; border-radius: .2rem; background: var(--tone); align-self: center }
.places { width: 100%; border-spacing: 0 .25rem; font-size: .85rem } .places th { text-align: left; font-weight: 400; padding-right: .8rem; max-width: 12rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.places td:nth-child(2) { width: 55% } .places .n { text-align: right; white-space: nowrap; padding-left: .8rem; color: var(--soft) }
.group { border-left: 4px solid var(--tone); padding: .9rem 1.2rem 1rem; margin: .8rem 0; scroll-margin-top: 1rem }
.group:target { outline: 2px solid var(--link); outline-offset: 3px }
.group header { display: flex; flex-wrap: wrap; gap: .5rem .8rem; align-items: center; margin-bottom: .6rem }
.group h4 { overflow-wrap: anywhere; min-width: 0 } .pick { margin-left: auto; font-size: .82rem; padding: .15rem .6rem }
.badge { display: inline-block; padding: 0 .55rem; border-radius: 1rem; background: var(--tint); color: var(--tone); font: 600 .78rem/1.6 system-ui, sans-serif; white-space: nowrap }
.role.differs { color: var(--failed); border-color: currentColor } .role { border: 1px solid var(--line); border-radius: 1rem; padding: 0 .55rem; font-size: .78rem; color: var(--soft) }
pre { margin: 0 0 .6rem; padding: .7rem .9rem; background: var(--code); border: 1px solid var(--line); border-radius: .5rem; font-size: .84rem; line-height: 1.45; max-height: 26rem; overflow: auto; tab-size: 8 }
pre i { color: var(--soft) } .added { background: var(--passed-tint); color: var(--passed) } .removed { background: var(--unmet-tint); color: var(--unmet) }
.added, .removed, .same, .gap { display: block; min-width: max-content } .same, .gap { color: var(--soft) }
.why { overflow-wrap: anywhere; margin-bottom: .4rem } .mark, .more { color: var(--soft); font-size: .87rem; overflow-wrap: anywhere; margin-bottom: .4rem }
.names { list-style: none; display: flex; flex-wrap: wrap; gap: .15rem 1.1rem; font-size: .82rem; color: var(--soft) } .names li { overflow-wrap: anywhere }
details summary { cursor: pointer; color: var(--link); font-size: .85rem; margin: .3rem 0 } details .names { max-height: 16rem; overflow: auto }
.filters { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-bottom: .8rem } .filters input { flex: 1 1 16rem; min-width: 0 }
.filters button[aria-pressed=true] { background: var(--text); color: var(--page); border-color: var(--text) }
.count { color: var(--soft); font-size: .87rem; margin-left: auto }
.wide { overflow-x: auto; margin-bottom: .8rem } #runs { border-collapse: collapse; width: 100%; font-size: .82rem }
#runs th { text-align: left; padding: .3rem .1rem; border-bottom: 1px solid var(--line); white-space: nowrap }
#runs th button { font: 600 .8rem system-ui, sans-serif; color: var(--soft); border-color: transparent; padding: .25rem .6rem }
#runs th button:hover { border-color: var(--line) } #runs th[aria-sort=ascending] button::after { content: " ↑" } #runs th[aria-sort=descending] button::after { content: " ↓" }
#runs td { padding: .3rem .7rem; border-bottom: 1px solid var(--line); white-space: nowrap; max-width: 13rem; overflow: hidden; text-overflow: ellipsis }
#runs td:nth-child(2) { max-width: 19rem } #runs td:last-child { white-space: normal; max-width: none; min-width: 15rem; width: 100%; overflow-wrap: anywhere; font-family: system-ui, sans-serif }
#runs tr:last-child td { border-bottom: 0 } #runs tbody tr:hover td { background: var(--code) } #runs [hidden] { display: none }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
footer { margin-top: 3rem; color: var(--soft); font-size: .85rem }
@media (max-width: 44rem) { .tiles { grid-template-columns: repeat(2, 1fr) } .charts { grid-template-columns: 1fr } .page { padding: 1.2rem 1rem 3rem } }
@media print {
  :root, :root[data-theme] { color-scheme: light } body { background: #fff; font-size: 10pt } .page { max-width: none; padding: 0 }
  button:not(th *), .filters { display: none } #runs th button { border: 0; background: none; padding: 0 } @page { margin: 14mm } pre, details .names, .legend { max-height: none; overflow: visible; white-space: pre-wrap; overflow-wrap: anywhere }
  figure, .tile, #runs tr { break-inside: avoid } .group header { break-after: avoid } .wide { overflow: visible; border: 0 }
  #runs td, #runs th { max-width: none !important; padding: .15rem .3rem } #runs td { white-space: normal; overflow-wrap: anywhere } #runs td:nth-child(n+6):nth-child(-n+8), #runs td:first-child { white-space: nowrap } #runs td:nth-child(2) { width: 26% } #runs td:nth-child(4) { width: 22% } #runs td:nth-child(5) { width: 14% } #runs td:last-child { width: 24% } #runs { font-size: 7.5pt } #runs td:last-child { min-width: 0 }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact }
}
`;
