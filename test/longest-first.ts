import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest for their size, by which vitest sorts what it has not run before. */
export const longest = [
  'e2e/routes.spec.ts',
  'e2e/imports.spec.ts',
  'e2e/upgrade.spec.ts',
  'e2e/mail.spec.ts',
  'e2e/office-setup.spec.ts',
  'apps/server/test/lost-database.test.ts',
  'apps/server/test/large-documents.test.ts',
  'apps/server/src/operations/import/import.command.test.ts',
  'apps/server/test/large-texts.test.ts',
  'apps/server/test/held-up-database.test.ts',
  'apps/server/test/import-killed.test.ts',
  'apps/server/test/commands.test.ts',
  'apps/server/src/platform/workers/worker-process.test.ts',
  'apps/server/src/platform/pid-file.test.ts',
  'test/patterns.test.ts',
];

/** Runs these first in their project, so that none of them is left alone on one core at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const ofProject = sorted.filter((file) => file.project === project);
      const rank = ({ moduleId }: TestSpecification) => {
        const index = longest.indexOf(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/'));
        return index === -1 ? longest.length : index;
      };
      return ofProject.toSorted((a, b) => rank(a) - rank(b));
    });
  }
}
