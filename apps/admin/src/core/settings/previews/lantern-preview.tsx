import { type PreviewProps, textOf } from './preview-props.ts';

const words: Record<string, string> = {
  auto: '腊月廿三挂起，正月十五之后取下，首页有一句问候。',
  on: '一年到头都挂着。',
  off: '过年也不挂。',
};

/** The lantern below the head of the page. */
export function LanternPreview({ value }: PreviewProps) {
  const wish = textOf(value, 'lantern');
  return (
    <div className="inline lantern-sample">
      <svg viewBox="0 0 64 112" className={wish} aria-hidden="true">
        <path className="cord" d="M32 0v30" />
        <path className="body" d="M32 32c18 0 26 10 26 22s-8 22-26 22S6 66 6 54s8-22 26-22z" />
        <path className="rib" d="M32 32c-11 4-15 12-15 22s4 18 15 22M32 32c11 4 15 12 15 22s-4 18-15 22M32 32v44" />
        <path className="cap" d="M22 28h20v5H22zM22 75h20v5H22z" />
        <path className="silk" d="M28 80v24M32 80v30M36 80v24" />
        <text x="32" y="62">
          岁
        </text>
      </svg>
      <p>{words[wish]}</p>
    </div>
  );
}
