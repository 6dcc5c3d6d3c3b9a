import { build, type Plugin, type UserConfig } from 'vite';

/**
 * Builds a page that doesn't belong to the app, such as welcome.html. The page is built separately, so that it
 * loads none of the app's scripts and styles. Files with the same content get the same name in both builds.
 */
export function staticPage(
  root: string,
  file: string,
  options: Pick<UserConfig, 'plugins' | 'build'>,
): Plugin {
  return {
    name: `static-page-${file}`,
    apply: 'build',
    async generateBundle(_options, bundle) {
      const result = await build({
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        plugins: options.plugins ?? [],
        build: { ...options.build, write: false, rolldownOptions: { input: `${root}${file}` } },
      });
      if (!('output' in result)) throw new Error(`Building ${file} gave no output.`);
      for (const { fileName, ...output } of result.output)
        if (output.type === 'asset' && !(fileName in bundle))
          this.emitFile({ type: 'asset', fileName, source: output.source });
    },
  };
}
