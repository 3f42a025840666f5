import { valueWords } from '@mojian/contract/core/act-fields';
import type { Role } from '@mojian/contract/platform/permissions';

export const roleNames = valueWords.role as Record<Role, string>;
