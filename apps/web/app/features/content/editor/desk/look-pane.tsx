import type { EditorView } from '@codemirror/view';
import { isGated } from '@mojian/contract/platform/rules';
import type { EditorParts, Writing } from '../editor-parts.ts';
import { ForeignPictures } from '../pictures/foreign-pictures.tsx';
import type { PictureSizes } from '../preview/picture-sizes.ts';
import { Preview } from '../preview/preview.tsx';

type Props = {
  writing: Writing;
  view: EditorView | null;
  sizes: PictureSizes;
  parts: EditorParts;
};

/** The article as its page will show it. */
export function LookPane({ writing, view, sizes, parts }: Props) {
  const { title, markdown, readType } = writing.content;
  const take = (url: string) => parts.reading.files.take({ body: { url } });
  return (
    <section className="desk-look" aria-label="预览">
      <Preview
        title={title}
        markdown={writing.markdown}
        version={markdown}
        siteOrigin={parts.siteOrigin}
        locked={isGated(readType)}
        sizes={sizes}
        view={view}
        notice={(foreign) => <ForeignPictures {...{ foreign, view, take }} onArrived={sizes.remember} />}
      />
    </section>
  );
}
