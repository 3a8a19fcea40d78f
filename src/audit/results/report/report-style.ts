/** The style of a report on top of that of all pages, and for print. */
export const REPORT_STYLE = `
.tiles { display: grid; grid-template-columns: repeat(4, 1fr); gap: .9rem; margin-top: 1.6rem; list-style: none }
.tile { background: var(--card); border: 1px solid var(--line); border-top: 4px solid var(--tone); border-radius: .7rem; padding: .9rem 1.1rem }
.tile b { display: block; font-size: 2rem; line-height: 1.2; font-weight: 650; font-variant-numeric: tabular-nums }
.tile span { font-weight: 600; color: var(--tone) } .tile small { display: block; color: var(--soft); font-size: .82rem }
.tile.none b, .tile.none span { color: var(--soft); font-weight: 500 } .tile.none { border-top-color: var(--line) }
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
.role.differs { color: var(--failed); border-color: currentColor } .role { border: 1px solid var(--line); border-radius: 1rem; padding: 0 .55rem; font-size: .78rem; color: var(--soft) }
pre i { color: var(--soft) } .added { background: var(--passed-tint); color: var(--passed) } .removed { background: var(--unmet-tint); color: var(--unmet) }
.added, .removed, .same, .gap { display: block; min-width: max-content } .same, .gap { color: var(--soft) }
.why { overflow-wrap: anywhere; margin-bottom: .4rem } .mark, .more { color: var(--soft); font-size: .87rem; overflow-wrap: anywhere; margin-bottom: .4rem }
.names { list-style: none; display: flex; flex-wrap: wrap; gap: .15rem 1.1rem; font-size: .82rem; color: var(--soft) } .names li { overflow-wrap: anywhere }
details .names { max-height: 16rem; overflow: auto }
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
@media (max-width: 44rem) { .tiles { grid-template-columns: repeat(2, 1fr) } .charts { grid-template-columns: 1fr } .page { padding: 1.2rem 1rem 3rem } }
@media print {
  :root, :root[data-theme] { color-scheme: light } body { background: #fff; font-size: 10pt } .page { max-width: none; padding: 0 }
  button:not(th *), .filters { display: none } #runs th button { border: 0; background: none; padding: 0 } @page { margin: 14mm } pre, details .names, .legend { max-height: none; overflow: visible; white-space: pre-wrap; overflow-wrap: anywhere }
  figure, .tile, #runs tr { break-inside: avoid } .group header { break-after: avoid } .wide { overflow: visible; border: 0 }
  #runs td, #runs th { max-width: none !important; padding: .15rem .3rem } #runs td { white-space: normal; overflow-wrap: anywhere } #runs td:nth-child(n+6):nth-child(-n+8), #runs td:first-child { white-space: nowrap } #runs td:nth-child(2) { width: 26% } #runs td:nth-child(4) { width: 22% } #runs td:nth-child(5) { width: 14% } #runs td:last-child { width: 24% } #runs { font-size: 7.5pt } #runs td:last-child { min-width: 0 }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact }
}
`;
