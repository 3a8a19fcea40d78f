import ts from 'typescript';

/** One import of a source file, of any form. */
export interface Import {
  readonly line: number;
  /** As the file writes it, such as `./a.ts`, `node:fs` or `yaml`. */
  readonly from: string;
  /** Whether it is gone when the program runs. */
  readonly isTypeOnly: boolean;
}

/** The imports of a TypeScript file: statements, re-exports, `import()` and `import('…').Type`. */
export function readImports(file: string, text: string): readonly Import[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const imports: Import[] = [];
  const visit = (node: ts.Node): void => {
    const found = importOf(node);
    if (found !== undefined) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      imports.push({ ...found, line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return imports;
}

function importOf(node: ts.Node): Omit<Import, 'line'> | undefined {
  if (ts.isImportDeclaration(node)) {
    const isTypeOnly = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    return withName(node.moduleSpecifier, isTypeOnly);
  }
  if (ts.isExportDeclaration(node)) return withName(node.moduleSpecifier, node.isTypeOnly);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return withName(node.argument.literal, true);
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return withName(node.arguments[0], false);
  }
  return undefined;
}

function withName(name: ts.Node | undefined, isTypeOnly: boolean): Omit<Import, 'line'> | undefined {
  return name !== undefined && ts.isStringLiteralLike(name) ? { from: name.text, isTypeOnly } : undefined;
}
