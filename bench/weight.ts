import { gzipSync } from 'node:zlib';

/**
 * Kilobytes (1,000 bytes) after gzip of a page: the scripts and styles it leads to before anybody does anything, with
 * those written into it, and the page itself without them.
 */
export async function weighPage(url: string) {
  const html = await (await fetch(url)).text();
  const scripts = linked(
    html,
    /(?:link rel="after-paint"[^>]*? href|script[^>]* src|import\s*(?:\*\s*as\s*\w+\s*from\s*)?)[=\s]*"(\/[^"]+\.js)"/g,
  );
  // without the disabled ones, which are written into the page
  const styles = linked(html, /<noscript><link rel="stylesheet" href="(\/[^"]+)"/g);
  const inline = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css ?? '').join('');
  return {
    script: await kilobytes(url, scripts),
    style: round((await kilobytes(url, styles)) * 1000 + gzipSync(inline, { level: 9 }).length),
    html: round(gzipSync(html.replaceAll(/<style>.*?<\/style>/gs, '')).length),
  };
}

/**
 * Kilobytes after gzip of the scripts a screen needs before it can be used: those of its page with all they import, and
 * the chunks named, which it loads on its way.
 */
export async function weighScreen(url: string, chunks: string[]) {
  const html = await (await fetch(url)).text();
  const scripts = new Set(linked(html, /"(\/[^"]+\.js)"/g).filter((path) => !path.includes('/sw.')));
  let bytes = 0;
  for (const path of scripts) {
    const code = await (await fetch(new URL(path, url))).text();
    bytes += gzipSync(code, { level: 9 }).length;
    for (const next of importsOf(code, chunks)) scripts.add(new URL(next, new URL(path, url)).pathname);
  }
  return { script: round(bytes), scripts: [...scripts] };
}

/** Lists what a built module imports, and which of the chunks it loads. */
function importsOf(code: string, chunks: string[]) {
  const imported = linked(code, /(?:\bfrom|\bimport) ?["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g);
  const loaded = linked(code, /\bimport\(["'`](\.{1,2}\/[^"'`]+\.js)["'`]\)/g);
  return [...imported, ...loaded.filter((path) => chunks.some((chunk) => path.includes(`/${chunk}-`)))];
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
