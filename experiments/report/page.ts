export function renderPage(_r: unknown, _f: unknown): string {
  return "";
}
