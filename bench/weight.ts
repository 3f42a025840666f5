import { gzipSync } from 'node:zlib';

/**
 * Kilobytes (1,000 bytes) after gzip that a page makes a browser fetch at once: scripts, styles and the page itself.
 */
export async function weighPage(url: string) {
  const html = await (await fetch(url)).text();
  const scripts = linked(
    html,
    /(?:modulepreload"[^>]*? href|script[^>]* src|import\s*(?:\*\s*as\s*\w+\s*from\s*)?)[=\s]*"(\/[^"]+\.js)"/g,
  );
  const styles = linked(html, /stylesheet" href="(\/[^"]+)"/g);
  return {
    script: await kilobytes(url, scripts),
    style: await kilobytes(url, styles),
    html: round(gzipSync(html).length),
  };
}

function linked(html: string, pattern: RegExp) {
  return [...new Set([...html.matchAll(pattern)].map(([, path]) => path ?? ''))];
}

async function kilobytes(url: string, paths: string[]) {
  const sizes = await Promise.all(
    paths.map(
      async (path) => gzipSync(Buffer.from(await (await fetch(new URL(path, url))).arrayBuffer()), { level: 9 }).length,
    ),
  );
  return round(sizes.reduce((sum, size) => sum + size, 0));
}

const round = (bytes: number) => Math.round(bytes / 100) / 10;
