/** Pictures that lie in the HTML itself, as files; in their place it names them `pasted:0`, `pasted:1`, … */
export function takeOutPictures(html: string): { rest: string; files: Map<string, File> } {
  const files = new Map<string, File>();
  const rest = html.replace(
    /(\ssrc\s*=\s*["']?)data:(image\/(?:png|jpe?g|gif|webp|avif|bmp));base64,([a-z\d+/=\s%]+)/gi,
    (whole, before: string, type: string, content: string) => {
      const file = fileOf(content, type, files.size);
      if (!file) return whole;
      const name = `pasted:${files.size}`;
      files.set(name, file);
      return before + name;
    },
  );
  return { rest, files };
}

function fileOf(content: string, type: string, index: number): File | undefined {
  try {
    const bytes = Uint8Array.from(atob(decodeURIComponent(content).replace(/\s/g, '')), (one) => one.charCodeAt(0));
    return new File([bytes], `image-${index + 1}.${type.slice(6)}`, { type });
  } catch {
    return undefined; // not base64 after all
  }
}
