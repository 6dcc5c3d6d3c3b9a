import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';

/**
 * Compiles a schema's validator on first use. Most of the more than one hundred schemas are never used by
 * a process, and compiling each costs startup time and memory.
 */
export const compileLazyValidator: typeof TypeBoxValidatorCompiler = (route) => {
  let validate: ReturnType<typeof TypeBoxValidatorCompiler> | undefined;
  return (value: unknown) => {
    validate ??= TypeBoxValidatorCompiler(route);
    return validate(value);
  };
};
