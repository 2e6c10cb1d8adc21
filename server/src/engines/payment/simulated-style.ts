/** Style of the page for simulated payments; light or dark by the preference of the browser. */
export const STYLE = `
:root { color-scheme: light dark; --ground: #f6f7f9; --paper: #fff; --ink: #1c2230; --quiet: #5c6370; --line: #d9dde3;
  --press: #2f5bd0; --on-press: #fff; --notice: #fff4d6; --on-notice: #6b4e00 }
@media (prefers-color-scheme: dark) { :root { --ground: #14171d; --paper: #1d2129; --ink: #e8eaee; --quiet: #a2a9b4;
  --line: #343a45; --press: #5b83ec; --on-press: #0d1117; --notice: #3a3013; --on-notice: #f3d98b } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--ground);
  color: var(--ink); font: 14px/20px system-ui, sans-serif }
main { width: 100%; max-width: 440px; padding: 32px; background: var(--paper); border: 1px solid var(--line); border-radius: 8px }
@media (max-width: 480px) { main { padding: 20px } }
h1 { margin: 0 0 4px; font-size: 24px; line-height: 32px; font-weight: 650; font-variant-numeric: tabular-nums }
p { margin: 0 0 24px; color: var(--quiet); overflow-wrap: anywhere }
.notice { margin: 0 0 24px; padding: 8px 12px; border-radius: 8px; background: var(--notice); color: var(--on-notice); font-size: 13px }
fieldset { margin: 0 0 20px; padding: 0; border: 0 }
legend { margin-bottom: 8px; padding: 0; font-weight: 600; font-size: 13px }
label { display: flex; align-items: flex-start; gap: 12px; padding: 8px 12px; border: 1px solid var(--line); border-top-width: 0; cursor: pointer }
label:first-of-type { border-top-width: 1px; border-radius: 8px 8px 0 0 }
label:last-of-type { border-radius: 0 0 8px 8px }
label:has(:checked) { background: color-mix(in srgb, var(--press) 10%, transparent) }
input[type=radio] { flex: none; margin: 4px 0 0; accent-color: var(--press) }
b { display: block; font-weight: 550; font-variant-numeric: tabular-nums }
small { display: block; color: var(--quiet); font-size: 13px }
button { width: 100%; min-height: 44px; border: 0; border-radius: 8px; background: var(--press); color: var(--on-press);
  font: inherit; font-weight: 600; cursor: pointer }
button.quiet { margin-top: 8px; background: none; border: 1px solid var(--line); color: var(--ink) }
button:hover { filter: brightness(1.06) }
:focus-visible { outline: 2px solid var(--press); outline-offset: 2px }
a { display: block; margin-top: 20px; text-align: center; color: var(--press) }
`;
