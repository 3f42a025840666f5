/** Whether a source shows a picture, outside of code; an album needs one. Reads each line once. */
export function hasPictures(markdown: string): boolean {
  let fence = '';
  for (const line of markdown.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence) fence = mark.startsWith(fence) ? '' : fence;
    else if (mark) fence = mark;
    else if (shows(line)) return true;
  }
  return false;
}

function shows(line: string) {
  const text = line.includes('`') ? line.replace(/(?<!`)(`+)(?!`)[^`]+\1/g, '') : line;
  return /!\[(?:[^\]!]|!(?!\[)){0,300}\](?:\(\s*<?[^\s)<>]|\[)|<img\s/i.test(text);
}
