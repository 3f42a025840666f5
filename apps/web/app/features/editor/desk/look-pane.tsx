import type { EditorView } from '@codemirror/view';
import type { Writing } from '../editor-parts.ts';
import type { PictureSizes } from '../preview/picture-sizes.ts';
import { Preview } from '../preview/preview.tsx';

type Props = {
  writing: Writing;
  view: EditorView | null;
  sizes: PictureSizes;
  siteOrigin: string;
};

/** The article as its page will show it. */
export function LookPane({ writing, view, sizes, siteOrigin }: Props) {
  const { title, markdown, readType } = writing.content;
  return (
    <section className="desk-look" aria-label="预览">
      <Preview
        title={title}
        markdown={writing.markdown}
        version={markdown}
        siteOrigin={siteOrigin}
        locked={readType !== 0}
        sizes={sizes}
        view={view}
      />
    </section>
  );
}
