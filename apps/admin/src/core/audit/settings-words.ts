import { allGroups } from '@mojian/contract/core/settings-fields/sections';

/** What a group of the settings, one that is tried out by this name, or a step of the set-up is called. */
export function groupTitle(name: string) {
  return groupOf(name)?.title ?? (name === 'sample' ? '示例内容' : name);
}

export function groupOf(name: string) {
  const isTried = (tests: { what: string }[] = []) => tests.some(({ what }) => what === name);
  return allGroups.find(
    (group) => group.name === name || isTried(group.tests) || group.parts?.some(({ tests }) => isTried(tests)),
  );
}
