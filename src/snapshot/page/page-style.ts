/** The style of a snapshot on top of that of all pages, and for print. */
export const SNAPSHOT_STYLE = `
nav { display: flex; flex-wrap: wrap; gap: .3rem 1rem; margin-top: 1.2rem; font-size: .9rem }
section { scroll-margin-top: 1rem }
h3 { overflow-wrap: anywhere } h3 a { font-weight: 500 }
.size { color: var(--soft); font-weight: 400; font-size: .85rem; margin-left: .6rem }
.cut { color: var(--failed); font-size: .87rem; margin: 0 0 .4rem; overflow-wrap: anywhere }
.missing { list-style: none } .missing li { padding: .25rem 0; overflow-wrap: anywhere } .missing code { color: var(--failed) }
.wide { overflow-x: auto; margin-bottom: .8rem; max-height: 34rem; background: var(--card); border: 1px solid var(--line); border-radius: .7rem }
table { border-collapse: collapse; width: 100%; font-size: .8rem }
th { text-align: left; padding: .35rem .7rem; border-bottom: 1px solid var(--line); color: var(--soft); white-space: nowrap; position: sticky; top: 0; background: var(--card) }
td { padding: .2rem .7rem; border-bottom: 1px solid var(--line); white-space: pre; vertical-align: top }
td:last-child { width: 100% } tr:last-child td { border-bottom: 0 } tbody tr:hover td { background: var(--code) }
@media print {
  :root { color-scheme: light } body { background: #fff; font-size: 9pt } .page { max-width: none; padding: 0 } nav { display: none }
  pre, .wide { max-height: none; overflow: visible; white-space: pre-wrap; overflow-wrap: anywhere } td { white-space: pre-wrap; overflow-wrap: anywhere } th { position: static }
}
`;
