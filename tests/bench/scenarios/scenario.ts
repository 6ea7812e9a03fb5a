import type { BenchOptions } from '../options.ts';
import type { Row } from '../rows.ts';
import type { Stage } from '../stage.ts';

export interface ScenarioContext {
  /** The program itself, for its other roles. */
  readonly entry: string;
  readonly options: BenchOptions;
  readonly stage: Stage;
  readonly shape: BenchOptions['shapes'][number];
}

export type Scenario = (context: ScenarioContext) => Promise<Row[]>;

export const WARM_UP_SECONDS = 2;
export const IN_FLIGHT = 32;
