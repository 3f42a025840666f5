/** From the least to the worst. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'fatal'] as const;
