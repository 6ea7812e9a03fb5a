import { startGateway } from './gateway-process.ts';

startGateway();
