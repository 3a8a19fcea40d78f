// Runs in the page: finds texts whose contrast is too low for small text (WCAG 2.2, 1.4.3: at least 4.5 to 1).
(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const parse = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return Array.from(canvas.getImageData(0, 0, 1, 1).data);
  };
  const luminance = ([red, green, blue]) => {
    const part = (value) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
  };
  const behind = (element) => {
    if (element === null) return [255, 255, 255, 255];
    const color = parse(getComputedStyle(element).backgroundColor);
    return color[3] === 255 ? color : behind(element.parentElement);
  };
  const hasText = (element) =>
    Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
  const found = Array.from(document.querySelectorAll('body *')).flatMap((element) => {
    if (!hasText(element) || !element.checkVisibility()) return [];
    const style = getComputedStyle(element);
    const text = luminance(parse(element instanceof SVGElement ? style.fill : style.color));
    const back = luminance(behind(element));
    const ratio = (Math.max(text, back) + 0.05) / (Math.min(text, back) + 0.05);
    return ratio < 4.5
      ? [`${element.tagName} ${element.getAttribute('class') ?? ''}: ${ratio.toFixed(2)}`]
      : [];
  });
  return [...new Set(found)];
})();
