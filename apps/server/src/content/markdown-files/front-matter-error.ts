/** What stands before the text, as its author's tool names the fields. */
export type Fields = Record<string, unknown>;

/** Front matter that cannot be read. Lines count from 1, the opening one included. */
export class BrokenFrontMatter extends Error {
  override name = 'BrokenFrontMatter';

  constructor(line: number, detail: string) {
    super(`文件开头的信息有误（第 ${line} 行）：${detail}`);
  }
}
