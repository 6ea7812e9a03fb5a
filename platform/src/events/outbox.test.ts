import { outboxToEffect } from '../testing/outbox.contract.ts';
import { createLocalBus } from './local-bus.ts';

outboxToEffect('local', { create: createLocalBus, patience: 8_000 });
