import { markdownFiles } from '@mojian/contract/content/markdown-files';
import type { Serve } from '../../platform/http/calls.ts';
import { readMarkdownFile } from './read-markdown-file.ts';
import type { Parts } from './take-pictures.ts';

export function markdownFileRoutes(serve: Serve, parts: Parts) {
  serve(markdownFiles.read, ({ body }, { viewer }) => readMarkdownFile(parts, viewer, body.file));
}
