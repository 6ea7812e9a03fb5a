/** Database statements as the processes count them. */
export interface StatementCounts {
  readonly statements: number;
  /** Begin, commit and the like. */
  readonly transaction_control: number;
}

const LINE = /^portico_db_statements_total\{([^}]*)\} (\d+)/gm;

const readOne = async (url: string): Promise<StatementCounts> => {
  const text = await (await fetch(url)).text();
  const counts = { statement: 0, transaction: 0 };
  for (const [, labels = '', value] of text.matchAll(LINE)) {
    const kind = /kind="(\w+)"/.exec(labels)?.[1];
    if (kind === 'statement' || kind === 'transaction') counts[kind] += Number(value);
  }
  return { statements: counts.statement, transaction_control: counts.transaction };
};

export const countStatements = async (metrics_urls: readonly string[]): Promise<StatementCounts> => {
  const all = await Promise.all(metrics_urls.map(readOne));
  const sum = (key: keyof StatementCounts) => all.reduce((total, counts) => total + counts[key], 0);
  return { statements: sum('statements'), transaction_control: sum('transaction_control') };
};
