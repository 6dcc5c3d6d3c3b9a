import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';

/**
 * Fastify's validator compiler, put off to a schema's first use: most of a process's hundred and more
 * schemas are never asked for in its life, and each takes its share of the start and of the memory.
 */
export const validateWhenAsked: typeof TypeBoxValidatorCompiler = (route) => {
  let validate: ReturnType<typeof TypeBoxValidatorCompiler> | undefined;
  return (value: unknown) => {
    validate ??= TypeBoxValidatorCompiler(route);
    return validate(value);
  };
};
