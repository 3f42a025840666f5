import type { CategoryRow } from '@mojian/contract/content/categories';
import { numberOf } from '@mojian/contract/core/cover-number';
import {
  type CoverStyle,
  coverStyles,
  coverStyleWords,
  type Pigment,
  pigments,
  pigmentWords,
} from '@mojian/contract/core/pigments';
import { Form, Radio } from 'antd';
import { NameFields, type NameInput, SaveForm } from '../../platform/form/form.tsx';
import { api } from '../../platform/http-api.ts';

type Props = { category: CategoryRow | undefined; onClose: (isDone: boolean) => void };
type CategoryInput = NameInput & { pigment?: Pigment | undefined; coverStyle?: CoverStyle | undefined };

export function CategoryForm({ category, onClose }: Props) {
  const send = ({ name = '', intro = '', coverStyle = 'painting', pigment }: Partial<CategoryInput>) => {
    const input = { name, intro, coverStyle, ...(pigment && { pigment }) };
    if (!category) return api.categories.create({ body: input });
    const { id, articles: _, ...before } = category;
    return api.categories.update({ body: { id, ...input, before } });
  };
  return (
    <SaveForm<Partial<CategoryInput>>
      title={category ? `编辑分类「${category.name}」` : '新建分类'}
      said="已保存"
      initial={category ?? { name: '', intro: '', coverStyle: 'painting' }}
      send={send}
      onClose={() => onClose(false)}
      onDone={() => onClose(true)}
    >
      <NameFields label="分类名" about="写在分类页的名字下面，可以不写" />
      <Form.Item
        name="pigment"
        label="颜料"
        extra={category ? '画的封面和分类的记号用它' : '画的封面和分类的记号用它；不选就用别的分类还没用的'}
      >
        <Radio.Group
          optionType="button"
          options={pigments.map((pigment) => ({ value: pigment, label: pigmentWords[pigment] }))}
        />
      </Form.Item>
      <PigmentPreview />
      <Form.Item
        name="coverStyle"
        label="没有图的文章，封面用"
        extra="大字是标题里的一个字。换了以后发布的文章才用，已经发布的不变"
      >
        <Radio.Group options={coverStyles.map((style) => ({ value: style, label: coverStyleWords[style] }))} />
      </Form.Item>
    </SaveForm>
  );
}

/** 山, 舟 and 梅. */
const motifsShown = [0, 8, 10];

/** Three covers in the chosen pigment. */
function PigmentPreview() {
  const chosen = Form.useWatch<Pigment | undefined>('pigment');
  if (!chosen) return null;
  return (
    <div className="categories-pigment">
      {motifsShown.map((motif) => {
        const number = numberOf({ motif, pigment: pigments.indexOf(chosen), layout: 1 });
        return <img key={motif} alt="" width={320} height={180} src={`/cover/v1/${number}-day-third.webp`} />;
      })}
    </div>
  );
}
