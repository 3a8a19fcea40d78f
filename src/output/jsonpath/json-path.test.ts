import { describe, expect, it } from 'vitest';
import { parseJsonPath, parseRelaxedPath } from './json-path-grammar.ts';
import { evaluateJsonPath, jsonPathAsJson, jsonPathText } from './json-path.ts';

/** What the rows were recorded with: `kubectl create --dry-run=client -f OBJECT -o jsonpath=TEMPLATE`, kubectl 1.37. */
const OBJECT: unknown = JSON.parse(
  String.raw`{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "jp", "labels": {"app": "web", "app.kubernetes.io/name": "x", "a-b": "c d"}, "namespace": "default"}, "data": {"text": "hello <world> & \u00e9", "multi": "one\ntwo", "empty": "", "esc": "\u001b[1m"}, "num": {"int": 42, "neg": -7, "float": 1.5, "small": 1.234e-05, "tiny": 1e-10, "big": 12345678901234, "large": 1e+21, "million": 1000000.5, "zero": 0}, "flag": {"yes": true, "no": false}, "nothing": null, "emptyList": [], "emptyMap": {}, "list": [{"n": "a", "v": 1, "t": true, "f": 1.5, "o": {"k": "x"}}, {"n": "b", "v": 2, "q": "it's"}, {"n": "c", "v": 3, "t": false, "z": null}, {"n": "d", "v": 10, "s": "10"}], "words": ["zero", "one", "two", "three", "four"], "nested": [[1, 2], [3, [4, 5]]], "dup": {"x": {"name": "in-x"}, "y": {"name": "in-y", "z": {"name": "in-z"}}}, "odd": {"a b": "space", "a,b": "comma", "a]b": "bracket", "it's": "quote", "0": "zero", "true": "yes", "a\\b": "back"}}`,
);

function print(template: string): string {
  return jsonPathText(evaluateJsonPath(parseJsonPath(template), OBJECT));
}

// prettier-ignore
const PRINTED: readonly (readonly [string, string])[] = [
  ['{.metadata.name}', 'jp'],
  ['{ .metadata.name }', 'jp'],
  ['{.metadata.name}{"\\n"}', 'jp\n'],
  ['text {.metadata.name} more', 'text jp more'],
  ['plain', 'plain'],
  ['{$.metadata.name}', 'jp'],
  ['{@.metadata.name}', 'jp'],
  ['.metadata.name', '.metadata.name'],
  ['{.num.int}', '42'],
  ['{.num.neg} {.num.float} {.num.small} {.num.tiny} {.num.big} {.num.large} {.num.million} {.num.zero}', '-7 1.5 1.234e-05 1e-10 12345678901234 1e+21 1.0000005e+06 0'],
  ['{.num}', '{"big":12345678901234,"float":1.5,"int":42,"large":1e+21,"million":1000000.5,"neg":-7,"small":0.00001234,"tiny":1e-10,"zero":0}'],
  ['{.flag.yes} {.flag.no} {.flag}', 'true false {"no":false,"yes":true}'],
  ['{.nothing}', 'null'],
  ['{.nothing.x}', ''],
  ['{.list[2]}', '{"n":"c","t":false,"v":3,"z":null}'],
  ['{.emptyList} {.emptyMap} {.data.empty}', '[] {} '],
  ['{.data.text}', 'hello <world> & é'],
  ['{.data}', '{"empty":"","esc":"\\u001b[1m","multi":"one\\ntwo","text":"hello \\u003cworld\\u003e \\u0026 é"}'],
  ['{.data.multi}', 'one\ntwo'],
  ['{.nope}', ''],
  ['{.nope.deeper}', ''],
  ['x{.nope}y', 'xy'],
  ['{.metadata.name.nope}', ''],
  ['{.words}', '["zero","one","two","three","four"]'],
  ['{.words[*]}', 'zero one two three four'],
  ['{.words[0]}', 'zero'],
  ['{.words[-1]}', 'four'],
  ['{.words[-2]}', 'three'],
  ['{.words[1:3]}', 'one two'],
  ['{.words[:2]}', 'zero one'],
  ['{.words[3:]}', 'three four'],
  ['{.words[-2:]}', 'three four'],
  ['{.words[:-1]}', 'zero one two three'],
  ['{.words[-3:-1]}', 'two three'],
  ['{.words[::2]}', 'zero two four'],
  ['{.words[1::2]}', 'one three'],
  ['{.words[0:5:3]}', 'zero three'],
  ['{.words[1:1]}', ''],
  ['{.words[0,2]}', 'zero two'],
  ['{.words[0,2,-1]}', 'zero two four'],
  ['{.words[0:2,3]}', 'zero one three'],
  ['{.words[,]}', 'zero zero'],
  ['{.words[]}', 'zero'],
  ['{.emptyList[*]}', ''],
  ['{.emptyList[*].x}', ''],
  ['{.nope[0]}', ''],
  ['{.nope[*]}', ''],
  ['{.metadata.labels.app}', 'web'],
  ['{.metadata.labels.app\\.kubernetes\\.io/name}', 'x'],
  ['{.metadata.labels[\'app\']}', 'web'],
  ['{.metadata.labels[\'app\\.kubernetes\\.io/name\']}', 'x'],
  ['{.metadata.labels[\'app.kubernetes.io/name\']}', ''],
  ['{.metadata.labels.a-b}', 'c d'],
  ['{.metadata[\'name\',\'labels\']}', 'jp {"a-b":"c d","app":"web","app.kubernetes.io/name":"x"}'],
  ['{[\'metadata\'].name}', 'jp'],
  ['{.metadata.labels[\'app\',\'a-b\']}', 'web c d'],
  ['{.odd.a\\ b}', 'space'],
  ['{.odd.a\\,b}', 'comma'],
  ['{.odd.0}', 'zero'],
  ['{.odd.true}', 'yes'],
  ['{.list[*].n}', 'a b c d'],
  ['{.list[*].t}', 'true false'],
  ['{.list[*].z}', 'null'],
  ['{.list[*].o.k}', 'x'],
  ['{.list[0:2].n}', 'a b'],
  ['{.list[*][\'n\',\'v\']}', 'a b c d 1 2 3 10'],
  ['{.list[?(@.n=="b")].v}', '2'],
  ['{.list[?(@.n==\'b\')].v}', '2'],
  ['{.list[?(@.n == "b")].v}', '2'],
  ['{.list[?( @.n == "b" )].v}', '2'],
  ['{.list[?(@.n!="b")].v}', '1 3 10'],
  ['{.list[?(@.v>2)].n}', 'c d'],
  ['{.list[?(@.v>=2)].n}', 'b c d'],
  ['{.list[?(@.v<2)].n}', 'a'],
  ['{.list[?(@.v<=2)].n}', 'a b'],
  ['{.list[?(@.v==10)].n}', 'd'],
  ['{.list[?(@.s=="10")].n}', 'd'],
  ['{.list[?(@.t==true)].n}', 'a'],
  ['{.list[?(@.t==false)].n}', 'c'],
  ['{.list[?(@.t)].n}', 'a c'],
  ['{.list[?(@.q)].n}', 'b'],
  ['{.list[?(@.z)].n}', 'c'],
  ['{.list[?(@.f==1.5)].n}', 'a'],
  ['{.list[?(@.f>1.0)].n}', 'a'],
  ['{.list[?(@.n>"b")].v}', '3 10'],
  ['{.list[?(@.nope=="b")].v}', ''],
  ['{.list[?(@.q=="it\'s")].n}', 'b'],
  ['{.list[?(@.q==\'it\\\'s\')].n}', 'b'],
  ['{.list[?(@.o.k=="x")].n}', 'a'],
  ['{.list[?(@.n=="b")]}', '{"n":"b","q":"it\'s","v":2}'],
  ['{.list[?(@[\'n\']=="b")].v}', '2'],
  ['{.list[?(@.n==@.n)].n}', 'a b c d'],
  ['{.list[?(2<@.v)].n}', 'c d'],
  ['{.words[?(@=="two")]}', 'two'],
  ['{.words[?(@>"one")]}', 'zero two three'],
  ['{.nope[?(@.a=="b")]}', ''],
  ['{..name}', 'in-x in-y in-z jp'],
  ['{.dup..name}', 'in-x in-y in-z'],
  ['{.nested[*]}', '[1,2] [3,[4,5]]'],
  ['{.nested[*][0]}', '1 3'],
  ['{.nested[1][1][0]}', '4'],
  ['{..n}', 'a b c d'],
  ['{..nope}', ''],
  ['{.dup.*}', '{"name":"in-x"} {"name":"in-y","z":{"name":"in-z"}}'],
  ['{.dup.*.name}', 'in-x in-y'],
  ['{.*.app}', ''],
  ['{.nested..}', '[[1,2],[3,[4,5]]] [1,2] [3,[4,5]] [4,5]'],
  ['{.num.int..}', ''],
  ['{.words..}', '["zero","one","two","three","four"] zero one two three four'],
  ['{range .list[*]}{.n}={.v};{end}', 'a=1;b=2;c=3;d=10;'],
  ['{range .list[*]}{.n}{"\\t"}{.v}{"\\n"}{end}', 'a\t1\nb\t2\nc\t3\nd\t10\n'],
  ['{range .list[*]}[{.n}, {.t}] {end}', '[a, true] [b, ] [c, false] [d, ] '],
  ['{range .words[*]}{@} {end}', 'zero one two three four '],
  ['{range .words[*]}{.}{end}', ''],
  ['{range .nope[*]}x{end}y', 'y'],
  ['{range .emptyList[*]}x{end}y', 'y'],
  ['{range .list[?(@.v>1)]}{.n}{end}', 'bcd'],
  ['{range .list[*]}{range .o}{.k}{end}{.n},{end}', 'xa,b,c,d,'],
  ['{range .nested[*]}({range @[*]}{@}-{end}){end}', '(1-2-)(3-[4,5]-)'],
  ['{range .list[*]}{.n}', 'abcd'],
  ['{range .metadata}{.name}{end}', 'jp'],
  ['{range .words[0:2]}{@}{end}!{range .words[3:]}{@}{end}', 'zeroone!threefour'],
  ['{range}{.kind}{end}', 'ConfigMap'],
  ['{.list[0].n .list[1].n}', ''],
  ['{.kind .metadata.name}', ''],
  ['{"a" "b"}', 'b'],
  ['{"quoted"}', 'quoted'],
  ['{\'single\'}', 'single'],
  ['{"tab\\tnl\\nq\\"uo\\\\te"}', 'tab\tnl\nq"uo\\te'],
  ['{\'it\\\'s\'}', 'it\'s'],
  ['{"é\\u00e9\\x41\\101"}', 'ééAA'],
  ['{5}', '5'],
  ['{-5}', '-5'],
  ['{1.5}', '1.5'],
  ['{true}{false}', 'truefalse'],
  ['{.words[0]}{5}', 'zero5'],
  ['{.list[*].n}{5}', 'a b c d5'],
  ['{.metadata.name}}', 'jp}'],
  ['{.kind}{.kind}', 'ConfigMapConfigMap'],
  ['{.}', ''],
  ['{..metadata}', '{"labels":{"a-b":"c d","app":"web","app.kubernetes.io/name":"x"},"name":"jp","namespace":"default"}'],
  ['{.$}', ''],
  ['{.kind#}', ''],
  ['{.data.esc}', '\u001b[1m'],
  ['{.a..b...c}', ''],
  ['{.list[0,1].n}', 'a b'],
  ['{.list[0,1][\'n\']}', 'a b'],
  ['{.list[*].o}', '{"k":"x"}'],
  ['{.list[1].q}', 'it\'s'],
  ['{.list[1:].n}', 'b c d'],
  ['{.list[?(@.v)].v}', '1 2 3 10'],
  ['{.list[?(@.n)][\'n\']}', 'a b c d'],
  ['{.words[1, 2]}', 'one two'],
  ['{.words[0:2:1]}', 'zero one'],
  ['{range .list[*]}{@.n}{$.kind}{end}', 'abcd'],
  ['{.list[?(@.o)].o[\'k\']}', 'x'],
  ['{.kind}\n{.metadata.name}', 'ConfigMap\njp'],
  ['a\tb{.kind}', 'a\tbConfigMap'],
  ['{range .words[0:2]}\n{@}\n{end}', '\nzero\n\none\n'],
  ['{range .words[0:2]}{@}{end}{range .list[0:2]}{.n}{"-"}', 'zeroonea-b--'],
  ['{range .list[*]}{range .o}{.k}{end}{"-"}', 'x-----'],
  ['{range .nope}x', 'x'],
  ['{range range .words[0:2]}{@}{end}z', 'zonez'],
  ['{.list[?(o)].n}', 'a b c d'],
  ['{.list[?(@[0])].n}', 'a b c d'],
  ['{.list[?(end)].n}', ''],
  ['{"\\xc3\\xa4\\303\\244"}', 'ää'],
];

// prettier-ignore
const REFUSED: readonly (readonly [string, string])[] = [
  ['{metadata.name}', 'error executing jsonpath "{metadata.name}": unrecognized identifier metadata'],
  ['{.words[5]}', 'error executing jsonpath "{.words[5]}": array index out of bounds: index 5, length 5'],
  ['{.words[-6]}', 'error executing jsonpath "{.words[-6]}": array index out of bounds: index -1, length 5'],
  ['{.words[3:1]}', 'error executing jsonpath "{.words[3:1]}": starting index 3 is greater than ending index 1'],
  ['{.words[1:9]}', 'error executing jsonpath "{.words[1:9]}": array index out of bounds: index 8, length 5'],
  ['{.words[::0]}', 'error executing jsonpath "{.words[::0]}": step must be > 0'],
  ['{.words[::-1]}', 'error executing jsonpath "{.words[::-1]}": step must be > 0'],
  ['{.words[2:0]}', 'error executing jsonpath "{.words[2:0]}": starting index 2 is greater than ending index 0'],
  ['{range .words[*]}{@}{end end}', 'error executing jsonpath "{range .words[*]}{@}{end end}": not in range, nothing to end'],
  ['{"\\777"}', 'error parsing jsonpath {"\\777"}, unquote string "\\777" error invalid syntax'],
  ['{"\\ud800"}', 'error parsing jsonpath {"\\ud800"}, unquote string "\\ud800" error invalid syntax'],
  ['{"\\UFFFFFFFF"}', 'error parsing jsonpath {"\\UFFFFFFFF"}, unquote string "\\UFFFFFFFF" error invalid syntax'],
  ['{"\\\'"}', 'error parsing jsonpath {"\\\'"}, unquote string "\\\'" error invalid syntax'],
  ['{"a\\\\"}{"b"}', 'error parsing jsonpath {"a\\\\\\"}{"b"}, unquote string "a\\\\\\"}{" error invalid syntax'],
  ['{.words[a]}', 'error parsing jsonpath {.words[a]}, invalid array index a'],
  ['{.words["0"]}', 'error parsing jsonpath {.words["0"]}, invalid array index "0"'],
  ['{.emptyList[0]}', 'error executing jsonpath "{.emptyList[0]}": array index out of bounds: index 0, length 0'],
  ['{.metadata[0]}', 'error executing jsonpath "{.metadata[0]}": map[string]interface {} is not array or slice'],
  ['{.metadata.name[0]}', 'error executing jsonpath "{.metadata.name[0]}": string is not array or slice'],
  ['{.metadata.labels["app"]}', 'error parsing jsonpath {.metadata.labels["app"]}, invalid array index "app"'],
  ['{.odd[\'a b\']}', 'error executing jsonpath "{.odd[\'a b\']}": unrecognized identifier b'],
  ['{.odd[\'a,b\']}', 'error parsing jsonpath {.odd[\'a,b\']}, invalid array index \'a'],
  ['{.list[?(@.v=="10")].n}', 'error executing jsonpath "{.list[?(@.v==\\"10\\")].n}": incompatible types for comparison'],
  ['{.list[?(@.n=~"b")].v}', 'error parsing jsonpath {.list[?(@.n=~"b")].v}, unrecognized character in action: U+007E \'~\''],
  ['{.list[?(@.n="b")].v}', 'error executing jsonpath "{.list[?(@.n=\\"b\\")].v}": unrecognized filter operator ='],
  ['{.list[?(@.z==null)].n}', 'error executing jsonpath "{.list[?(@.z==null)].n}": unrecognized identifier null'],
  ['{.list[?(@.o=="x")].n}', 'error executing jsonpath "{.list[?(@.o==\\"x\\")].n}": invalid type for comparison'],
  ['{.list[?(@.v>1)][?(@.v<3)].n}', 'error executing jsonpath "{.list[?(@.v>1)][?(@.v<3)].n}": map[n:b q:it\'s v:2] is not array or slice and cannot be filtered'],
  ['{.list[?(@.n=="b" || @.n=="c")].n}', 'error parsing jsonpath {.list[?(@.n=="b" || @.n=="c")].n}, unrecognized character in action: U+007C \'|\''],
  ['{.list[?(@["n"]=="b")].v}', 'error parsing jsonpath {.list[?(@["n"]=="b")].v}, invalid array index "n"'],
  ['{.metadata[?(@.name=="jp")]}', 'error executing jsonpath "{.metadata[?(@.name==\\"jp\\")]}": map[labels:map[a-b:c d app:web app.kubernetes.io/name:x] name:jp namespace:default] is not array or slice and cannot be filtered'],
  ['{.nothing[?(@.a=="b")]}', 'error executing jsonpath "{.nothing[?(@.a==\\"b\\")]}": <nil> is not array or slice and cannot be filtered'],
  ['{.nested..*}', 'error parsing jsonpath {.nested..*}, unrecognized character in action: U+002A \'*\''],
  ['{.....}', 'error parsing jsonpath {.....}, invalid multiple recursive descent'],
  ['{.n}{end}', 'error executing jsonpath "{.n}{end}": not in range, nothing to end'],
  ['{end}', 'error executing jsonpath "{end}": not in range, nothing to end'],
  ['{range .list[*]}{.n}{end}{end}', 'error executing jsonpath "{range .list[*]}{.n}{end}{end}": not in range, nothing to end'],
  ['{foo}', 'error executing jsonpath "{foo}": unrecognized identifier foo'],
  ['{foo bar}', 'error executing jsonpath "{foo bar}": unrecognized identifier foo'],
  ['{"unterminated}', 'error parsing jsonpath {"unterminated}, unterminated quoted string'],
  ['{"bad\\q"}', 'error parsing jsonpath {"bad\\q"}, unquote string "bad\\q" error invalid syntax'],
  ['{1.2.3}', 'error parsing jsonpath {1.2.3}, cannot parse number 1.2.3'],
  ['{.metadata.name', 'error parsing jsonpath {.metadata.name, unclosed action'],
  ['{{.kind}}', 'error parsing jsonpath {{.kind}}, unrecognized character in action: U+007B \'{\''],
  ['{.kind,.metadata}', 'error parsing jsonpath {.kind,.metadata}, unrecognized character in action: U+002C \',\''],
  ['{#}', 'error parsing jsonpath {#}, unrecognized character in action: U+0023 \'#\''],
  ['{.num.int[0]}', 'error executing jsonpath "{.num.int[0]}": int64 is not array or slice'],
  ['{.odd[\'it\\\'s\']}', 'error parsing jsonpath {.odd[\'it\\\'s\']}, invalid array index \'it\\\'s\''],
  ['{.list[(@.length-1)]}', 'error parsing jsonpath {.list[(@.length-1)]}, invalid array index (@.length-1)'],
  ['{.words[ 1 ]}', 'error parsing jsonpath {.words[ 1 ]}, invalid array index  1 '],
  ['{.words[*:2]}', 'error parsing jsonpath {.words[*:2]}, invalid array index *:2'],
  ['{.kind\n}', 'error parsing jsonpath {.kind\n}, unclosed action'],
];

describe('a JSONPath template', () => {
  it.each(PRINTED)('prints for %j what kubectl does: %j', (template, expected) => {
    expect(print(template)).toBe(expected);
  });

  it.each(REFUSED)('refuses %j in the words of kubectl: %s', (template, reason) => {
    const words = reason.replace(/\\"/g, '"');
    expect(() => print(template)).toThrow(expect.objectContaining({ kind: 'usage', message: words }));
  });

  it('compares numbers with and without a fraction', () => {
    expect(print('{.list[?(@.v>1.5)].n}')).toBe('b c d');
  });

  it('fails at a missing key only when asked to', () => {
    const path = parseJsonPath('{.metadata.nope}');
    expect(evaluateJsonPath(path, OBJECT)).toEqual([[]]);
    expect(() => evaluateJsonPath(path, OBJECT, true)).toThrow(/nope is not found$/);
  });

  it('fails at a key that is missing in the condition of a filter only where it is compared', () => {
    const evaluate = (template: string) => evaluateJsonPath(parseJsonPath(template), OBJECT, true);
    expect(evaluate('{.list[?(@.q)].n}')).toEqual([['b']]);
    expect(() => evaluate('{.list[?(@.q=="x")].n}')).toThrow(/q is not found$/);
  });

  it('never looks at what an object inherits', () => {
    expect(print('{.constructor}{.toString}{.list.length}')).toBe('');
  });

  it('looks through what a server has nested deeper than any stack', () => {
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(50_000)}"x"${'}'.repeat(50_000)}`);
    expect(evaluateJsonPath(parseJsonPath('{..a}'), deep)[0]).toHaveLength(50_000);
  });

  it('prints a list for each action as JSON', () => {
    const results = evaluateJsonPath(parseJsonPath('{.list[*].n}{.nope}{.list[0].o}'), OBJECT);
    expect(jsonPathAsJson(results)).toBe(
      '[\n    "a",\n    "b",\n    "c",\n    "d"\n]\n[]\n[\n    {\n        "k": "x"\n    }\n]\n',
    );
  });
});

describe('parseRelaxedPath', () => {
  it.each(['.metadata.name', 'metadata.name', '{.metadata.name}', '{metadata.name}'])('reads %s', (text) => {
    expect(evaluateJsonPath(parseRelaxedPath(text), OBJECT)).toEqual([['jp']]);
  });

  it.each(['{.metadata', 'a}b', '{.a}{.b}', '{}'])('refuses %s', (text) => {
    expect(() => parseRelaxedPath(text)).toThrow(/^unexpected path string/);
  });
});
