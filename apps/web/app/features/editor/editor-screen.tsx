import type { EditorView } from '@codemirror/view';
import type { ArticleContent } from '@mojian/contract/article-content';
import type { Me } from '@mojian/contract/me';
import { useRef, useState } from 'react';
import { blankContent } from './blank-content.ts';
import type { EditorParts, Writing } from './editor-parts.ts';
import { richPaste } from './paste/rich-paste.ts';
import { choosePictures } from './pictures/add-pictures.ts';
import { ForeignPictures } from './pictures/foreign-pictures.tsx';
import { pictureIntake } from './pictures/picture-intake.ts';
import { createPictureSizes } from './preview/picture-sizes.ts';
import { Preview } from './preview/preview.tsx';
import { TextDesk } from './text/text-desk.tsx';

type Props = { me: Me; id: number | undefined; parts: EditorParts };

/** The desk: title and text, beside them the preview and what goes with the article. */
export function EditorScreen({ me, parts }: Props) {
  const [content, setContent] = useState<ArticleContent>(blankContent);
  const [view, setView] = useState<EditorView | null>(null);
  const markdown = useRef(() => content.markdown);
  const [version, setVersion] = useState({});
  const writing: Writing = {
    me,
    draft: null,
    content,
    markdown: () => markdown.current(),
    change: (part) => setContent((now) => ({ ...now, ...part })),
    errors: {},
  };
  const [sizes] = useState(() =>
    createPictureSizes((addresses) => parts.reading.files.sizes({ query: { addresses: addresses.join(',') } })),
  );
  const take = (url: string) => parts.reading.files.take({ body: { url } });
  const [extensions] = useState(() => [
    richPaste({ take, onArrived: sizes.remember }),
    pictureIntake({ upload: parts.upload, onArrived: sizes.remember }),
  ]);
  return (
    <main id="main" className="desk">
      <TextDesk
        initial={content.markdown}
        onChange={(now) => {
          markdown.current = now;
          setVersion({});
        }}
        onView={setView}
        onPicture={() => view && choosePictures(view)}
        extensions={extensions}
        title={
          <input
            aria-label="标题"
            placeholder="给它一个题目"
            value={writing.content.title}
            onChange={({ target }) => writing.change({ title: target.value })}
          />
        }
      />
      <section aria-label="预览">
        <Preview
          title={writing.content.title}
          markdown={writing.markdown}
          version={version}
          siteOrigin={parts.siteOrigin}
          locked={writing.content.readType !== 0}
          sizes={sizes}
          view={view}
          notice={(foreign) => <ForeignPictures foreign={foreign} view={view} take={take} onArrived={sizes.remember} />}
        />
      </section>
      <aside aria-label="文章设置" />
    </main>
  );
}
