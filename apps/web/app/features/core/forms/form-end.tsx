import type { Errors } from './use-form.ts';

type Props = { errors: Errors; busy: boolean; isProving: boolean; children: string };

/** What closes a form: what is wrong with the whole, the wait for a proof of work, the button. */
export function FormEnd({ errors, busy, isProving, children }: Props) {
  return (
    <>
      {errors[''] && (
        <p className="err" role="alert">
          {errors['']}
        </p>
      )}
      <div className="proving" role="status">
        {isProving && '正在做安全验证……'}
      </div>
      <button className="btn seal-b wide" type="submit" aria-disabled={busy}>
        {busy ? '请稍候……' : children}
      </button>
    </>
  );
}
