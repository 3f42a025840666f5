import { type FormEvent, useState } from 'react';
import { CardDialog } from '../../../ui/card-dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import { IntroField } from '../../members/members/profile-fields.tsx';

type Named = { name: string; intro: string };

type Props = {
  title: string;
  before?: Named;
  save: (named: Named) => Promise<unknown>;
  /** Called once it is saved. */
  saved: () => void;
  close: () => void;
};

/** The name of a series and a few words about it. */
export function SeriesDialog({ title, before = { name: '', intro: '' }, save, saved, close }: Props) {
  const [name, setName] = useState(before.name);
  const [intro, setIntro] = useState(before.intro);
  const { isBusy, refusal, send } = useSending();
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await send(() => save({ name, intro })))) return;
    saved();
    close();
  };
  return (
    <CardDialog title={title} line="写文章时选上它，发布之后就排在最后。" close={close}>
      <form onSubmit={onSubmit} noValidate>
        <Field name="name" label="专栏名" value={name} onChange={setName} refusal={refusal} autoComplete="off" />
        <IntroField value={intro} onChange={setIntro} refusal={refusal} placeholder="专栏简介" />
        {refusal && refusal.field !== 'name' && refusal.field !== 'intro' && <p className="err">{refusal.message}</p>}
        <p className="does">
          <button className="btn seal-b" type="submit" aria-disabled={isBusy}>
            {isBusy ? '正在保存…' : '保存'}
          </button>
        </p>
      </form>
    </CardDialog>
  );
}
