import type { MarkdownFile } from '@mojian/contract/content/markdown-files';

/** What a file said of its article, as its author knows the fields. */
export function foundFields({ found, pictures }: MarkdownFile): { label: string; value: string }[] {
  const fields = [
    { label: '标题', value: found.title },
    { label: '摘要', value: found.summary },
    { label: '分类', value: found.category },
    { label: '标签', value: found.tags?.join('、') },
    { label: '关键词', value: found.keywords },
    { label: '封面', value: found.cover && '有' },
    { label: '性质', value: found.original === undefined ? '' : found.original ? '原创' : '转载' },
    { label: '来源', value: found.sourceUrl },
    { label: '原作者', value: found.sourceAuthor },
    { label: '网址别名', value: found.slug },
    { label: '图片', value: pictures > 0 ? `${pictures} 张，已存到自己的图片里` : '' },
  ];
  return fields.flatMap(({ label, value }) => (value ? [{ label, value }] : []));
}
