// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// @title Token
/// @notice An ERC-20 for local chains: any number of decimals, anybody may mint, and its owner can make every transfer fail.
contract Token is ERC20, Ownable {
    error TokenFailing();

    uint8 private immutable _decimals;
    bool public failing;

    constructor(string memory name_, string memory symbol_, uint8 decimals_, address owner_)
        ERC20(name_, symbol_)
        Ownable(owner_)
    {
        _decimals = decimals_;
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    /// @notice While on, transfers and approvals revert with TokenFailing; minting and reading go on.
    function setFailing(bool failing_) external onlyOwner {
        failing = failing_;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (failing && from != address(0)) revert TokenFailing();
        super._update(from, to, value);
    }

    function _approve(address owner_, address spender, uint256 value, bool emitEvent) internal override {
        if (failing) revert TokenFailing();
        super._approve(owner_, spender, value, emitEvent);
    }
}
