const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text can be compared with a uuid column; anything else names nothing. */
export const isUuid = (text: string): boolean => UUID.test(text);
