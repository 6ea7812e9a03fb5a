import { serviceFields } from '@portico/platform/config';
import { z } from 'zod';

/** The environment of the process of its own. */
export const configSchema = z.object(serviceFields(9103));
