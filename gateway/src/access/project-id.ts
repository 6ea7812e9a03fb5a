const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const INTERNAL_PROJECT = 'internal';

/** Whether a project could have this id. Anything else is unknown without asking. */
export const isProjectId = (text: string): boolean => text === INTERNAL_PROJECT || UUID_V4.test(text);
