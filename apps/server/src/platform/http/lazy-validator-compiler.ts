import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';

/**
 * A validator compiler for Fastify that compiles each schema on its first use instead of at startup. There are more
 * than a hundred schemas, each costs time and memory to compile, and a process never uses most of them.
 */
export const lazyValidatorCompiler: typeof TypeBoxValidatorCompiler = (route) => {
  let validate: ReturnType<typeof TypeBoxValidatorCompiler> | undefined;
  return (value: unknown) => {
    validate ??= TypeBoxValidatorCompiler(route);
    return validate(value);
  };
};
