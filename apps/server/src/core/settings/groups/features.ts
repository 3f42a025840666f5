import { commentModes, registrationModes } from '@mojian/contract/core/features';
import { z } from 'zod';
import { yesOrNo } from './kinds.ts';

const isOn = yesOrNo.default(true);

/** What the site has. What is off is gone for everybody, the staff included; what was written in it stays. */
export const features = z.object({
  says: isOn,
  board: isOn,
  hot: isOn,
  navigation: isOn,
  links: isOn,
  group: isOn,
  privateChat: isOn,
  series: isOn,
  comments: z.enum(commentModes, '须为 open、first、review 或 closed').default('open'),
  registration: z.enum(registrationModes, '须为 open、review、invite 或 closed').default('open'),
});
