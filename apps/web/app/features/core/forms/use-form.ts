import type { Challenge } from '@mojian/contract/core/captcha';
import { type Failure, isFailure } from '@mojian/contract/platform/failures';
import { type FormEvent, useState } from 'react';
import { toast } from '../../../ui/toast.ts';

/** Messages by field name; '' for the whole form. */
export type Errors = Record<string, string>;

type Options = {
  /** Messages for empty fields. */
  required: Record<string, string>;
  send: (values: Values) => Promise<void>;
  /** Field that shows refusals which name none. */
  blamed?: string;
};

/** Form state: required fields, a single submission at a time, refusals shown at their field. */
export function useForm({ required, send, blamed = '' }: Options) {
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);

  const refuse = (form: HTMLFormElement, wrong: Errors) => {
    setErrors(wrong);
    Object.keys(wrong).some((name) => focusField(form, name));
  };
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy) return;
    const values = valuesOf(form);
    const missing = Object.entries(required).filter(([name]) => !values[name]?.trim());
    if (missing.length > 0) return refuse(form, Object.fromEntries(missing));

    setErrors({});
    setBusy(true);
    await send(values).catch((error) => refuse(form, errorOf(error, Object.keys(required), blamed)));
    setBusy(false);
  };
  /** Typing clears the field's error. */
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement;
    if (errors[name] || errors['']) setErrors(({ [name]: _mended, '': _general, ...others }) => others);
  };
  /** Sets one field's error from outside of a submission. */
  const blame = (name: string, error: string) => setErrors({ [name]: error });
  return { errors, busy, blame, form: { onSubmit, onInput, noValidate: true } };
}

function errorOf(error: unknown, fields: string[], blamed: string): Errors {
  if (!isFailure(error)) {
    console.error(error);
    return { '': '操作失败，请重试' };
  }
  const isLost = error.id === 'unavailable' || error.id === 'too-many-requests';
  const field = error.field ?? (isLost ? '' : blamed);
  return { [fields.includes(field) ? field : '']: error.message };
}

/** Values by field name. */
type Values = Record<string, string>;

export function valuesOf(form: HTMLFormElement) {
  return Object.fromEntries(new FormData(form)) as Values;
}

/** Focuses a field; returns whether the form has it. */
export function focusField(form: HTMLFormElement, name: string) {
  const field = name && form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return false;
  field.focus();
  return true;
}

type FetchChallenge = () => Promise<Challenge>;
type Prove = <Reply>(call: (captcha?: string) => Promise<Reply>) => Promise<Reply>;

/**
 * Makes a call and, if the server asks for a proof of work, solves it and calls again. `isProving` is true meanwhile.
 */
export function useProof(fetchChallenge: FetchChallenge) {
  const [isProving, setProving] = useState(false);
  const prove: Prove = async (call) => {
    try {
      return await call();
    } catch (error) {
      if (!isCaptchaNeeded(error)) throw error;
    }
    setProving(true);
    try {
      return await call(await solve(fetchChallenge));
    } catch (error) {
      if (isCaptchaNeeded(error)) toast('error', error.message); // no other place reports it
      throw error;
    } finally {
      setProving(false);
    }
  };
  return { prove, isProving };
}

async function solve(fetchChallenge: FetchChallenge) {
  const [{ solve }, challenge] = await Promise.all([import('./proof/solve.ts'), fetchChallenge()]);
  return solve(challenge);
}

function isCaptchaNeeded(error: unknown): error is Failure {
  return isFailure(error) && error.id === 'captcha-needed';
}
