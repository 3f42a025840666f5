/** Has the browser download what an address of one use leads to: what it fetches by itself carries no header. */
export function downloadFrom({ url }: { url: string }) {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
