import type { CategoryRow } from '@mojian/contract/content/categories-admin';
import { type Named, NameForm } from '../../platform/form/name-form.tsx';
import { api } from '../../platform/http-api.ts';

type Props = { category: CategoryRow | undefined; onClose: (isDone: boolean) => void };

/** Makes a category, or changes one. */
export function CategoryForm({ category, onClose }: Props) {
  const send = (given: Named) => {
    if (!category) return api.categories.create({ body: given });
    const { id, name, intro } = category;
    return api.categories.update({ body: { id, ...given, before: { name, intro } } });
  };
  return (
    <NameForm
      title={category ? `编辑分类「${category.name}」` : '新建分类'}
      label="分类名"
      about="写在分类页的名字下面，可以不写"
      initial={category}
      send={send}
      onClose={onClose}
    />
  );
}
