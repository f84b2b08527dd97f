/**
 * The look that all pages share, in the light and the dark. The colours of the series stand at least
 * 4.5:1 against their background, and 3:1 where dimmed.
 */

/** What every page looks like, with its plots; a page adds what only it has. */
export const BASE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1c2128; --dim: #59636e; --line: #d1d9e0; --shade: #f6f8fa;
  --one: #0b5cad; --two: #b3480a; --three: #1a7f37; --four: #8250df; --five: #8a6100;
  --bad: #b42318; --good: #1a7f37; --unsure: #8a6100;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #12161c; --ink: #e6edf3; --dim: #9da7b1; --line: #3a424b; --shade: #1b2129;
    --one: #6cb2ff; --two: #ff9a57; --three: #5fd07a; --four: #c8a5ff; --five: #e0b64a;
    --bad: #ff8a80; --good: #5fd07a; --unsure: #e0b64a;
  }
}
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 4rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.3; }
h2 { margin: 2.5rem 0 0.5rem; font-size: 1.15rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 0.75rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: 0.3rem 0.8rem 0.3rem 0; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; }
th { color: var(--dim); font-weight: 600; }
a { color: var(--one); }
figure { margin: 2.5rem 0 0; }
figure h2 { margin-top: 0; }
figcaption { color: var(--dim); max-width: 46rem; }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0.5rem 0; padding: 0;
  list-style: none; font-size: 0.9rem; }
.legend i { display: inline-block; box-sizing: border-box; width: 1.2rem; height: 0.8rem;
  margin-right: 0.4rem; vertical-align: -0.05rem; background: currentColor; }
.legend .line { height: 0; border-top: 0.16rem solid; vertical-align: 0.25rem; background: none; }
.legend .dashed { border-top: 0.12rem dashed; }
.legend .area { opacity: 0.3; } .legend .bar.muted { opacity: 0.4; }
.legend .dot { width: 0.8rem; border-radius: 50%; }
svg { display: block; width: 100%; min-width: 34rem; max-width: 46rem; height: auto; }
svg text { fill: var(--dim); font: 13px system-ui, sans-serif; }
svg .grid { stroke: var(--line); stroke-width: 1; }
svg .area { fill: currentColor; fill-opacity: 0.22; stroke: none; }
svg .bar { fill: currentColor; stroke: var(--paper); stroke-width: 0.75; }
svg .bar.muted { fill-opacity: 0.4; }
svg .line { fill: none; stroke: currentColor; stroke-width: 2.25; stroke-linejoin: round; }
svg .dashed { stroke-dasharray: 5 4; stroke-width: 1.5; }
svg .dot { fill: currentColor; stroke: var(--paper); }
.one { color: var(--one); } .two { color: var(--two); } .three { color: var(--three); }
.four { color: var(--four); } .five { color: var(--five); } .muted { color: var(--dim); }
@media print { body { max-width: none; } figure, table { break-inside: avoid; } }
`;
