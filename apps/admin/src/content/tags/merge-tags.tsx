import type { adminTags, TagRow } from '@mojian/contract/content/tags-admin';
import type { Reply } from '@mojian/contract/platform/endpoint';
import { App, Modal, Select } from 'antd';
import { useEffect, useState } from 'react';
import { api } from '../../platform/http-api.ts';
import { wordsOf } from '../../platform/words-of.ts';

type Preview = Reply<typeof adminTags.merge>;
type Props = { tags: TagRow[]; settle: (isDone: boolean) => void };

/** Into which of the chosen the others go, and what that would do, before it is done. */
export function MergeTags({ tags, settle }: Props) {
  const { message } = App.useApp();
  const [into, setInto] = useState(tags[0]?.id ?? 0);
  const [preview, setPreview] = useState<Preview>();
  const [failure, setFailure] = useState('');
  const ids = tags.map(({ id }) => id);
  const asked = JSON.stringify({ ids, into });

  useEffect(() => {
    let isOld = false;
    setPreview(undefined);
    api.tags.merge({ body: { ...JSON.parse(asked), try: true } }).then(
      (found) => {
        if (isOld) return;
        setPreview(found);
        setFailure('');
      },
      (error: unknown) => !isOld && setFailure(wordsOf(error)),
    );
    return () => {
      isOld = true;
    };
  }, [asked]);

  const merge = async () => {
    try {
      await api.tags.merge({ body: { ids, into } });
      settle(true);
    } catch (error) {
      message.warning(wordsOf(error));
    }
  };
  return (
    <Modal
      open
      title="合并标签"
      okText="合并"
      okButtonProps={{ disabled: !preview }}
      onOk={merge}
      onCancel={() => settle(false)}
    >
      <p>保留哪一个：</p>
      <Select
        aria-label="保留的标签"
        className="ask"
        value={into}
        options={tags.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setInto}
      />
      <p role="status">{failure || (preview ? describe(preview) : '正在算会怎样……')}</p>
    </Modal>
  );
}

function describe({ into, gone, articles }: Preview) {
  return `${gone.map((name) => `「${name}」`).join('')}会消失，${articles} 篇文章改用「${into}」。合并之后不能拆开。`;
}
