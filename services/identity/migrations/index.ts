import { outboxMigrations } from '@portico/platform/events/outbox';
import { CreateProjects1760000001000 } from './1760000001000-create-projects.ts';
import { CreateUsers1760000002000 } from './1760000002000-create-users.ts';
import { CreateContactChannels1760000003000 } from './1760000003000-create-contact-channels.ts';
import { CreateSessions1760000004000 } from './1760000004000-create-sessions.ts';
import { CreateVerificationCodes1760000005000 } from './1760000005000-create-verification-codes.ts';
import { CreateImages1760000006000 } from './1760000006000-create-images.ts';
import { PairVerificationCodes1760000010000 } from './1760000010000-pair-verification-codes.ts';
import { CreateSecondFactors1760000011000 } from './1760000011000-create-second-factors.ts';
import { CreateCliLogins1760000012000 } from './1760000012000-create-cli-logins.ts';
import { RotateRefreshTokens1760000013000 } from './1760000013000-rotate-refresh-tokens.ts';
import { CreateOAuth1760000021000 } from './1760000021000-create-oauth.ts';

/** In the order of application. A migration is never edited once it has shipped. */
export const migrations = [
  ...outboxMigrations,
  CreateProjects1760000001000,
  CreateUsers1760000002000,
  CreateContactChannels1760000003000,
  CreateSessions1760000004000,
  CreateVerificationCodes1760000005000,
  CreateImages1760000006000,
  PairVerificationCodes1760000010000,
  CreateSecondFactors1760000011000,
  CreateCliLogins1760000012000,
  RotateRefreshTokens1760000013000,
  CreateOAuth1760000021000,
];
