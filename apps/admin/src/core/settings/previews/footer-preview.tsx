import { type PreviewProps, textOf } from './preview-props.ts';

const dayLength = 86_400_000;

/** The last lines of every page. */
export function FooterPreview({ value, currentOf }: PreviewProps) {
  const startedAt = Number(value.startedAt);
  const [first, last] = [startedAt, Date.now()].map((time) => new Date(time).getFullYear());
  const records = [textOf(value, 'recordNum'), textOf(value, 'policeRecordNum')].filter(Boolean);
  return (
    <div className="sample footer-sample">
      <p>
        {textOf(currentOf('author'), 'motto')}
        <span>本站已运行 {Math.max(0, Math.floor((Date.now() - startedAt) / dayLength))} 天</span>
      </p>
      <p>
        <span>
          © {first === last ? first : `${first}–${last}`} {textOf(currentOf('identity'), 'name')}
        </span>
        {records.map((record) => (
          <u key={record}>{record}</u>
        ))}
        {textOf(value, 'sourceCode') && <u>源代码</u>}
      </p>
    </div>
  );
}
