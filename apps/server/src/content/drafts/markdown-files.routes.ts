import { markdownFiles } from '@mojian/contract/content/markdown-files';
import type { Serve } from '../../platform/http/calls.ts';
import { type Deps, readMarkdownFile } from './read-markdown-file.ts';

export function routes(serve: Serve, deps: Deps) {
  serve(markdownFiles, {
    read: ({ body }, { viewer }) => readMarkdownFile(deps, viewer, body.file),
  });
}
