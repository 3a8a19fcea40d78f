# Stands in for the few words of Homebrew that the formula uses: `ruby formula-driver.rb FORMULA UNPACKED PREFIX OS CPU`
# installs the unpacked archive into PREFIX, runs the test of the formula, and prints the URL and hash that it chose.
require "fileutils"
require "open3"
require "pathname"

FORMULA, UNPACKED, PREFIX, OS, CPU = ARGV

class Place < Pathname
  def install(*things)
    FileUtils.mkdir_p(self)
    things.flatten.each do |thing|
      pairs = thing.is_a?(Hash) ? thing : { thing => File.basename(thing) }
      pairs.each { |from, to| FileUtils.cp(from, self + to) }
    end
  end

  def install_symlink(links)
    links.each { |from, to| FileUtils.ln_s(Pathname(from).relative_path_from(self), self + to) }
  end
end

class Formula
  PLACES = { bin: "bin", man1: "share/man/man1", pkgshare: "share/kubectl-debug",
             bash_completion: "etc/bash_completion.d", zsh_completion: "share/zsh/site-functions",
             fish_completion: "share/fish/vendor_completions.d" }.freeze
  PLACES.each { |name, folder| define_method(name) { Place.new(File.join(PREFIX, folder)) } }

  class << self
    attr_reader :facts, :own_test

    %i[desc homepage version license url sha256].each do |name|
      define_method(name) { |value| (@facts ||= {})[name] = value }
    end
    { on_macos: [:os, "darwin"], on_linux: [:os, "linux"], on_intel: [:cpu, "amd64"],
      on_arm: [:cpu, "arm64"] }.each do |name, (kind, value)|
      define_method(name) { |&block| block.call if (kind == :os ? OS : CPU) == value }
    end

    def test(&block)
      @own_test = block
    end

    def inherited(formula)
      super
      @@formula = formula
    end

    def written
      @@formula
    end
  end

  def version
    self.class.facts[:version]
  end

  def shell_output(command)
    output, status = Open3.capture2(command)
    abort "#{command}: #{status}" unless status.success?
    output
  end

  def assert_match(expected, text)
    abort "no #{expected} in #{text}" unless text.include?(expected)
  end
end

load FORMULA
formula = Formula.written.new
Dir.chdir(UNPACKED) { formula.install }
formula.instance_eval(&Formula.written.own_test)
puts Formula.written.facts.values_at(:url, :sha256)
